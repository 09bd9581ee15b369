package io.postrider.server.privacy.sql;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.Deletion;
import io.postrider.privacy.RegulationStatus;
import io.postrider.server.database.Handle;
import io.postrider.server.privacy.RegulationStore.SourceProgress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the progress of deletions. Used within a transaction. */
final class DeletionRows {
  private static final String COUNTS = "waiting, delivered, failed, cancelled, expired, reason";
  private static final String SUMS =
      "coalesce(sum(waiting), 0) as waiting, coalesce(sum(delivered), 0) as delivered,"
          + " coalesce(sum(failed), 0) as failed, coalesce(sum(cancelled), 0) as cancelled,"
          + " coalesce(sum(expired), 0) as expired, max(reason) as reason";

  private DeletionRows() {}

  /** The sums of a source at a destination. */
  private record Fate(
      int sourceOrdinal,
      DestinationId destinationId,
      long waiting,
      long delivered,
      long failed,
      long cancelled,
      long expired,
      @Nullable String reason) {

    DeleteCounts counts() {
      return new DeleteCounts(waiting, delivered, failed, cancelled, expired, reason);
    }
  }

  static Deletion state(Handle handle, RegulationId id) {
    List<Deletion.Work> sources = sources(handle, id);
    DeleteCounts counts =
        handle
            .select("select " + SUMS + " from deletion_fate where regulation_id = ?", id.bits())
            .mapTo(DeleteCounts.class)
            .one();
    return handle
        .select("select status, subjects, erased, to_all from regulation where id = ?", id.bits())
        .map(
            row ->
                new Deletion(
                    RegulationStatus.valueOf(row.getString(1)),
                    row.getInt(2),
                    row.getBoolean(3),
                    row.getBoolean(4),
                    sources,
                    counts))
        .one();
  }

  private static List<Deletion.Work> sources(Handle handle, RegulationId id) {
    return handle
        .select(
            "select ordinal, source_id as source, next_subject from deletion_source"
                + " where regulation_id = ? order by ordinal",
            id.bits())
        .mapTo(Deletion.Work.class)
        .list();
  }

  static Map<DestinationId, DeleteCounts> counts(
      Handle handle, RegulationId id, int sourceOrdinal, int firstSubject) {
    return handle
        .select(
            "select destination_id, "
                + COUNTS
                + " from deletion_fate where regulation_id = ? and source_ordinal = ?"
                + " and first_subject = ?",
            id.bits(),
            sourceOrdinal,
            firstSubject)
        .mapBy("destination_id", DestinationId.class, DeleteCounts.class);
  }

  static void writeCounts(
      Handle handle,
      RegulationId id,
      int sourceOrdinal,
      int firstSubject,
      DestinationId destination,
      DeleteCounts counts) {
    handle.execute(
        "insert into deletion_fate (regulation_id, source_ordinal, first_subject, destination_id, "
            + COUNTS
            + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " on conflict (regulation_id, source_ordinal, first_subject, destination_id)"
            + " do update set waiting = excluded.waiting, delivered = excluded.delivered,"
            + " failed = excluded.failed, cancelled = excluded.cancelled,"
            + " expired = excluded.expired, reason = excluded.reason",
        id.bits(),
        sourceOrdinal,
        firstSubject,
        destination.bits(),
        counts.waiting(),
        counts.delivered(),
        counts.failed(),
        counts.cancelled(),
        counts.expired(),
        counts.reason());
  }

  static List<SourceProgress> progress(Handle handle, RegulationId id) {
    Map<Integer, Map<DestinationId, DeleteCounts>> bySource = new HashMap<>();
    handle
        .select(
            "select source_ordinal, destination_id, "
                + SUMS
                + " from deletion_fate where regulation_id = ?"
                + " group by source_ordinal, destination_id",
            id.bits())
        .mapTo(Fate.class)
        .forEach(
            fate ->
                bySource
                    .computeIfAbsent(fate.sourceOrdinal(), source -> new HashMap<>())
                    .put(fate.destinationId(), fate.counts()));
    return sources(handle, id).stream()
        .map(
            work ->
                new SourceProgress(
                    work.source(),
                    work.nextSubject(),
                    bySource.getOrDefault(work.ordinal(), Map.of())))
        .toList();
  }
}
