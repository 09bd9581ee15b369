package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.StatisticsStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Samples and saves the backlogs of all destinations once a minute. May be called from any thread
 * but an event loop.
 *
 * <p>A sample that cannot be saved is lost, unless the next call falls into the same minute.
 */
public final class BacklogSampler {

  private static final int MAX_BATCH = 200;

  private final StatisticsStore store;
  private final Supplier<Map<DestinationId, DestinationStatus>> statuses;
  private final RecordLog log;
  private final InstantSource time;
  private @Nullable Instant sampled;

  BacklogSampler(
      StatisticsStore store,
      Supplier<Map<DestinationId, DestinationStatus>> statuses,
      RecordLog log,
      InstantSource time) {
    this.store = store;
    this.statuses = statuses;
    this.log = log;
    this.time = time;
  }

  public synchronized void sample() {
    Instant now = time.instant();
    Instant minute = TimeStep.MINUTE.start(now);
    if (minute.equals(sampled)) {
      return;
    }
    BacklogAge waits = new BacklogAge(log);
    Backlog all = Backlog.NONE;
    Map<DestinationId, Backlog> some = new LinkedHashMap<>();
    for (Map.Entry<DestinationId, DestinationStatus> entry : statuses.get().entrySet()) {
      DestinationStatus status = entry.getValue();
      Backlog backlog = Backlog.at(now, status.waiting(), waits.since(status));
      if (backlog.messages() > 0) {
        all = all.and(backlog);
        some.put(entry.getKey(), backlog);
      }
      if (some.size() >= MAX_BATCH) {
        store.saveBacklogs(minute, some);
        some.clear();
      }
    }
    if (!some.isEmpty()) {
      store.saveBacklogs(minute, some);
    }
    store.saveTotalBacklog(minute, all);
    sampled = minute;
  }
}
