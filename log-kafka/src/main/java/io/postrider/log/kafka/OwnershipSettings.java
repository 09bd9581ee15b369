package io.postrider.log.kafka;

import java.time.Duration;

/**
 * The consumer group that decides which node owns a partition.
 *
 * @param group the group's ID, the same on all nodes
 * @param node the node's name, unique in the group; a node that returns under its name within the
 *     session timeout gets its partitions back
 * @param protocol how the group agrees
 * @param sessionTimeout after which a silent node loses its partitions; with {@link
 *     Protocol#CONSUMER} the brokers decide, and this has no effect
 */
public record OwnershipSettings(
    String group, String node, Protocol protocol, Duration sessionTimeout) {

  /** How a group agrees. */
  public enum Protocol {
    /** The nodes assign the partitions; every broker knows it. */
    CLASSIC,
    /** The brokers assign the partitions; Kafka 4.0 and newer. */
    CONSUMER
  }

  /** Heartbeats in a session timeout. */
  private static final int HEARTBEATS = 8;

  public OwnershipSettings {
    if (group.isBlank() || node.isBlank()) {
      throw new IllegalArgumentException("a group and a node have names");
    }
    if (!sessionTimeout.isPositive()) {
      throw new IllegalArgumentException("'cluster.session-timeout' is not positive");
    }
  }

  Duration heartbeat() {
    return sessionTimeout.dividedBy(HEARTBEATS);
  }
}
