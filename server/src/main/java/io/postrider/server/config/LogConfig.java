package io.postrider.server.config;

import java.time.Duration;
import java.util.Optional;

/** The log: its engine, retention and sizes. */
public record LogConfig(
    Engine engine,
    KafkaConfig kafka,
    Duration retention,
    Duration retentionMax,
    ByteSize retentionSize,
    ByteSize segmentSize,
    Optional<ByteSize> maxWaiting) {

  private static final long MIB = 1 << 20;

  /** What stores the log. */
  public enum Engine {
    EMBEDDED,
    KAFKA
  }

  public LogConfig {
    Bounds.positive(retention, "log.retention");
    Bounds.that(
        retentionMax.compareTo(retention) >= 0,
        "'log.retention-max' is shorter than 'log.retention'");
    Bounds.between(16 * MIB, segmentSize.bytes(), 1024 * MIB, "log.segment-size");
    maxWaiting.ifPresent(
        size -> Bounds.between(16 * MIB, size.bytes(), 4096 * MIB, "log.max-waiting"));
    Bounds.that(
        retentionSize.bytes() == 0 || retentionSize.bytes() >= 4 * segmentSize.bytes(),
        "'log.retention-size' is less than four times 'log.segment-size'");
  }
}
