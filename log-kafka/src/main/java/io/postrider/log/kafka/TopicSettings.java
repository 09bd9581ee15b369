package io.postrider.log.kafka;

import java.time.Duration;

/**
 * What the topic has to be.
 *
 * @param replication the number of replicas of each partition, at least
 * @param minInSync the number of replicas that hold a record before it counts as durable, at least
 * @param retention how long records stay, at least, if the size allows
 * @param retentionBytes the size of a partition beyond which its oldest records may go, at least;
 *     {@link #UNLIMITED} if size must not matter
 */
public record TopicSettings(
    String name,
    int partitions,
    short replication,
    int minInSync,
    Duration retention,
    long retentionBytes) {

  /** No limit of size. */
  public static final long UNLIMITED = -1;

  /** The most partitions of a topic; one node can own them all, and keeps state for each. */
  public static final int MAX_PARTITIONS = 1_000;

  public TopicSettings {
    require(name.matches("[a-zA-Z0-9._-]{1,249}"), "'log.kafka.topic' is no name of a topic");
    require(
        partitions >= 1 && partitions <= MAX_PARTITIONS,
        "'log.kafka.partitions' is not between 1 and " + MAX_PARTITIONS);
    require(replication >= 1, "'log.kafka.replication' is less than 1");
    require(minInSync >= 1, "'log.kafka.min-in-sync' is less than 1");
    require(
        minInSync <= replication,
        "'log.kafka.min-in-sync' is more than 'log.kafka.replication': nothing could be stored");
    require(retention.isPositive(), "the retention of a topic is not positive");
    require(
        retentionBytes == UNLIMITED || retentionBytes > 0,
        "the size of a topic's partitions is not positive");
  }

  /** A topic whose records stay for a time, whatever their size. */
  public TopicSettings(
      String name, int partitions, short replication, int minInSync, Duration retention) {
    this(name, partitions, replication, minInSync, retention, UNLIMITED);
  }

  private static void require(boolean valid, String message) {
    if (!valid) {
      throw new IllegalArgumentException(message);
    }
  }
}
