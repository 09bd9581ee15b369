package io.postrider.server.config;

import java.time.Duration;

/** How much of what people did is kept, for audiences and computed traits to ask about. */
public record AudienceConfig(Duration history, int historyMaxEvents, ByteSize historyMaxBytes) {

  public AudienceConfig {
    Bounds.that(
        history.compareTo(Duration.ofHours(1)) >= 0
            && history.compareTo(Duration.ofDays(3650)) <= 0,
        "'audience.history' is not between 1h and 3650d");
    Bounds.between(10, historyMaxEvents, 1_000_000, "audience.history-max-events");
    Bounds.between(64 << 10, historyMaxBytes.bytes(), 1L << 30, "audience.history-max-bytes");
  }
}
