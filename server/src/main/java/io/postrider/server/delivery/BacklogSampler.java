package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.BacklogStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what waits once in every minute, and keeps it. May be called from any thread but an
 * event loop.
 *
 * <p>What cannot be kept is not kept later: the minute stays unknown, unless the next call still
 * falls into it.
 */
public final class BacklogSampler {

  private static final int MOST_AT_ONCE = 200;

  private final BacklogStore store;
  private final Supplier<Map<DestinationId, DestinationStatus>> standings;
  private final RecordLog log;
  private final InstantSource time;
  private @Nullable Instant sampled;

  BacklogSampler(
      BacklogStore store,
      Supplier<Map<DestinationId, DestinationStatus>> standings,
      RecordLog log,
      InstantSource time) {
    this.store = store;
    this.standings = standings;
    this.log = log;
    this.time = time;
  }

  /** Looks, unless this minute was looked at already. */
  public synchronized void sample() {
    Instant now = time.instant();
    Instant minute = TimeStep.MINUTE.start(now);
    if (minute.equals(sampled)) {
      return;
    }
    WaitTimes waits = new WaitTimes(log);
    Backlog all = Backlog.NONE;
    Map<DestinationId, Backlog> some = new LinkedHashMap<>();
    for (Map.Entry<DestinationId, DestinationStatus> entry : standings.get().entrySet()) {
      Backlog backlog = backlog(entry.getValue(), waits, now);
      if (backlog.messages() > 0) {
        all = all.and(backlog);
        some.put(entry.getKey(), backlog);
      }
      if (some.size() >= MOST_AT_ONCE) {
        store.keep(minute, some);
        some.clear();
      }
    }
    if (!some.isEmpty()) {
      store.keep(minute, some);
    }
    store.keepTotal(minute, all);
    sampled = minute;
  }

  private static Backlog backlog(DestinationStatus standing, WaitTimes waits, Instant now) {
    Instant since = waits.since(standing);
    boolean known = since != null && since.isBefore(now);
    return new Backlog(standing.waiting(), known ? Duration.between(since, now) : Duration.ZERO);
  }
}
