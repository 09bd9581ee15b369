package io.postrider.server.config;

import java.time.Duration;

/**
 * When operators are told.
 *
 * @param recoveredAfter how long a destination works without failing before it has recovered
 */
public record NotificationsConfig(Duration recoveredAfter) {

  private static final Duration LONGEST = Duration.ofDays(1);

  public NotificationsConfig {
    Bounds.that(
        !recoveredAfter.isZero() && recoveredAfter.compareTo(LONGEST) <= 0,
        "'notifications.recovered-after' is not between 1ms and 1d");
  }
}
