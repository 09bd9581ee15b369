package io.postrider.audience;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When changes are computed and sent.
 *
 * @param every the interval; null for real time
 */
public record SyncSchedule(@Nullable Duration every) {

  /** Real time. */
  public static final SyncSchedule REALTIME = new SyncSchedule(null);

  /** Minimum interval. */
  public static final Duration SHORTEST = Duration.ofMinutes(15);

  /** Maximum interval. */
  public static final Duration LONGEST = Duration.ofDays(30);

  /** Whether changes are sent in real time. */
  public boolean isRealtime() {
    return every == null;
  }
}
