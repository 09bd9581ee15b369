package io.postrider.log.kafka;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * The limits of a log on Kafka.
 *
 * @param maxAppendBytes the maximum weight of one append
 * @param maxQueuedBytes the maximum weight of all appends that wait for the brokers
 * @param compression {@code none}, {@code gzip}, {@code snappy}, {@code lz4} or {@code zstd}
 * @param look how often the log looks at the topic: whether it is the same, its leaders, its start
 * @param timeouts how long the log waits for the brokers
 * @param clock the time of appends
 */
public record KafkaLogOptions(
    int maxAppendBytes,
    long maxQueuedBytes,
    String compression,
    Duration look,
    Timeouts timeouts,
    InstantSource clock) {

  /**
   * How long the log waits for the brokers.
   *
   * @param delivery after which an append that is not acknowledged fails
   * @param stall after which new appends are refused while an older one is not acknowledged
   * @param read after which a read fails
   * @param open after which opening fails
   */
  public record Timeouts(Duration delivery, Duration stall, Duration read, Duration open) {

    public static final Timeouts DEFAULT =
        new Timeouts(
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30));

    public Timeouts {
      if (stall.compareTo(delivery) >= 0) {
        throw new IllegalArgumentException("an append would fail before the log stalls");
      }
    }
  }

  private static final List<String> COMPRESSIONS = List.of("none", "gzip", "snappy", "lz4", "zstd");

  private static final int MIB = 1024 * 1024;

  /** Appends up to 8 MiB, 64 MiB queued, compressed by LZ4. */
  public static final KafkaLogOptions DEFAULT =
      new KafkaLogOptions(
          8 * MIB,
          64L * MIB,
          "lz4",
          Duration.ofSeconds(1),
          Timeouts.DEFAULT,
          InstantSource.system());

  public KafkaLogOptions {
    if (!COMPRESSIONS.contains(compression)) {
      throw new IllegalArgumentException(
          "the compression '" + compression + "' is none of " + String.join(", ", COMPRESSIONS));
    }
    if (maxAppendBytes <= 0 || maxAppendBytes > 256 * MIB) {
      throw new IllegalArgumentException("invalid append limit: " + maxAppendBytes + " bytes");
    }
    if (maxQueuedBytes < maxAppendBytes) {
      throw new IllegalArgumentException("invalid queue limit: " + maxQueuedBytes + " bytes");
    }
  }

  /** The same with other limits of size. */
  public KafkaLogOptions withSizes(int newMaxAppendBytes, long newMaxQueuedBytes) {
    return new KafkaLogOptions(
        newMaxAppendBytes, newMaxQueuedBytes, compression, look, timeouts, clock);
  }

  /** The same with another compression. */
  public KafkaLogOptions withCompression(String newCompression) {
    return new KafkaLogOptions(
        maxAppendBytes, maxQueuedBytes, newCompression, look, timeouts, clock);
  }

  /** The same with other times between looks. */
  public KafkaLogOptions withLook(Duration newLook) {
    return new KafkaLogOptions(
        maxAppendBytes, maxQueuedBytes, compression, newLook, timeouts, clock);
  }

  /** The same with other timeouts. */
  public KafkaLogOptions withTimeouts(Timeouts newTimeouts) {
    return new KafkaLogOptions(
        maxAppendBytes, maxQueuedBytes, compression, look, newTimeouts, clock);
  }

  /** The same with another clock. */
  public KafkaLogOptions withClock(InstantSource newClock) {
    return new KafkaLogOptions(
        maxAppendBytes, maxQueuedBytes, compression, look, timeouts, newClock);
  }

  /** The size that the topic has to allow for one batch of records: the largest append. */
  int maxMessageBytes() {
    return maxAppendBytes + 64 * 1024;
  }
}
