package io.postrider.server.usage.sql;

import io.postrider.id.SourceId;
import io.postrider.server.database.EventHash;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Handle;
import io.postrider.server.database.PreparedBatch;
import io.postrider.server.usage.UsageCounts.EventCount;
import io.postrider.server.usage.UsageStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The counted events of sources. Events beyond the limit are added to the row of the empty name.
 * Used within the transaction that moves the bookmark.
 */
final class SeenEventRows {

  private static final String OTHERS = "";

  private static final String ADD =
      "update seen_event set calls = calls + :calls, filtered = filtered + :filtered,"
          + " first_seen_at = case when first_seen_at < :first then first_seen_at else :first end,"
          + " last_seen_at = case when last_seen_at > :last then last_seen_at else :last end"
          + " where source = :source and event_hash = :hash";

  private static final String INSERT =
      "insert into seen_event (source, event_hash, event, event_exact, calls, filtered,"
          + " first_seen_at, last_seen_at) values (:source, :hash, :event, :exact, :calls,"
          + " :filtered, :first, :last)";

  private SeenEventRows() {}

  static void add(Handle handle, List<EventCount> counts) {
    Map<SourceId, List<EventCount>> unknown = new LinkedHashMap<>();
    for (EventCount count : unmatched(handle, counts)) {
      unknown.computeIfAbsent(count.source(), source -> new ArrayList<>()).add(count);
    }
    unknown.forEach((source, events) -> insert(handle, source, events));
  }

  /** Adds to existing rows; returns the counts that have no row. */
  private static List<EventCount> unmatched(Handle handle, List<EventCount> counts) {
    List<EventCount> unmatched = new ArrayList<>();
    if (counts.isEmpty()) {
      return unmatched;
    }
    try (PreparedBatch batch = handle.prepareBatch(ADD)) {
      counts.forEach(count -> bind(batch, count).add());
      int[] changed = batch.execute();
      for (int i = 0; i < changed.length; i++) {
        if (changed[i] == 0) {
          unmatched.add(counts.get(i));
        }
      }
    }
    return unmatched;
  }

  private static void insert(Handle handle, SourceId source, List<EventCount> events) {
    long known =
        handle
            .select(
                "select count(*) from seen_event where source = ? and event_hash <> ?",
                source.bits(),
                EventHash.of(OTHERS))
            .mapTo(Long.class)
            .one();
    int room = Math.clamp(UsageStore.MAX_EVENTS - known, 0, events.size());
    insertAll(handle, events.subList(0, room));
    events.subList(room, events.size()).stream()
        .map(event -> event.named(OTHERS))
        .reduce(EventCount::plus)
        .ifPresent(others -> insertAll(handle, unmatched(handle, List.of(others))));
  }

  private static void insertAll(Handle handle, List<EventCount> events) {
    if (events.isEmpty()) {
      return;
    }
    try (PreparedBatch batch = handle.prepareBatch(INSERT)) {
      for (EventCount count : events) {
        bind(batch, count)
            .bind("event", ExactText.readable(count.event()))
            .bind("exact", ExactText.exact(count.event()))
            .add();
      }
      batch.execute();
    }
  }

  private static PreparedBatch bind(PreparedBatch batch, EventCount count) {
    return batch
        .bind("source", count.source().bits())
        .bind("hash", EventHash.of(count.event()))
        .bind("calls", count.calls())
        .bind("filtered", count.filtered())
        .bind("first", count.firstMillis())
        .bind("last", count.lastMillis());
  }
}
