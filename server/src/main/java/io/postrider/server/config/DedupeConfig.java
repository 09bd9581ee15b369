package io.postrider.server.config;

import java.time.Duration;
import java.util.Optional;

/** How long and in how much memory message ids are remembered. */
public record DedupeConfig(Optional<Duration> window, ByteSize memory) {

  private static final Duration EMBEDDED_WINDOW = Duration.ofHours(1);
  private static final Duration KAFKA_WINDOW = Duration.ofMinutes(10);

  public DedupeConfig {
    window.ifPresent(
        chosen ->
            Bounds.that(
                !chosen.isZero() && chosen.compareTo(Duration.ofDays(7)) <= 0,
                "'dedupe.window' is not between 1ms and 7d"));
    Bounds.between(1 << 20, memory.bytes(), 1L << 40, "dedupe.memory");
  }

  /** The window once the default of the engine has been settled. */
  public Duration windowFor(LogEngine engine) {
    return window.orElse(engine == LogEngine.KAFKA ? KAFKA_WINDOW : EMBEDDED_WINDOW);
  }
}
