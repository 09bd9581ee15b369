package io.postrider.audience;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When changes are computed and sent.
 *
 * @param every the interval; null for real time
 */
public record SyncSchedule(@Nullable Duration every) {

  /** As it happens. */
  public static final SyncSchedule REALTIME = new SyncSchedule(null);

  /** The least time between syncs. */
  public static final Duration SHORTEST = Duration.ofMinutes(15);

  /** The most time between syncs. */
  public static final Duration LONGEST = Duration.ofDays(30);

  /** Whether changes are sent as they happen. */
  public boolean isRealtime() {
    return every == null;
  }
}
