package io.postrider.audience;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When changes are computed and sent.
 *
 * @param every the interval; null for real time
 */
public record SyncSchedule(@Nullable Duration every) {

  public static final SyncSchedule REALTIME = new SyncSchedule(null);

  public static final Duration MIN_INTERVAL = Duration.ofMinutes(15);
  public static final Duration MAX_INTERVAL = Duration.ofDays(30);

  public boolean isRealtime() {
    return every == null;
  }
}
