package io.postrider.server.privacy.sql;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.Deletion;
import io.postrider.privacy.RegulationStatus;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.database.ActiveRangeRows;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.privacy.DeletionStore;
import io.postrider.server.privacy.Regulation;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The progress of deletions in SQL. */
public final class SqlDeletionStore implements DeletionStore {

  private final Database database;

  /** Stores deletions in a database that was opened with {@link Schema#PRIVACY}. */
  public SqlDeletionStore(Database database) {
    this.database = database;
  }

  @Override
  public List<Regulation> unsent(int most) {
    return database.read(
        handle ->
            SqlRegulationStore.find(
                handle,
                "where status in ('INITIALIZED', 'RUNNING') and not sent"
                    + " order by number limit ?",
                most));
  }

  @Override
  public List<Regulation> waiting(long afterNumber, int most) {
    return database.read(
        handle ->
            SqlRegulationStore.find(
                handle,
                "where status = 'RUNNING' and sent and number > ? order by number limit ?",
                afterNumber,
                most));
  }

  @Override
  public Deletion state(RegulationId id) {
    return database.read(handle -> DeletionRows.state(handle, id));
  }

  @Override
  public boolean lease(long holder, Instant now, Instant until) {
    return database.execute(
            "update deletion_lease set holder = ?, held_until = ?"
                + " where id = 1 and (holder = ? or held_until <= ?)",
            holder,
            until.toEpochMilli(),
            holder,
            now.toEpochMilli())
        == 1;
  }

  @Override
  public void release(long holder) {
    int _ =
        database.execute(
            "update deletion_lease set held_until = 0 where id = 1 and holder = ?", holder);
  }

  @Override
  public void decided(RegulationId id, List<SourceId> sources, boolean toAll) {
    database.change(
        handle -> {
          int begun =
              handle.execute(
                  "update regulation set status = 'RUNNING', sent = ?, to_all = ?"
                      + " where id = ? and status = 'INITIALIZED'",
                  sources.isEmpty(),
                  toAll,
                  id.bits());
          if (begun == 0) {
            return; // another node has done it
          }
          for (int i = 0; i < sources.size(); i++) {
            handle.execute(
                "insert into deletion_source (regulation_id, ordinal, source_id, next_subject)"
                    + " values (?, ?, ?, 0)",
                id.bits(),
                i,
                sources.get(i).bits());
          }
        });
  }

  @Override
  public void erased(RegulationId id, LogEndOffsets before) {
    int _ =
        database.execute(
            "update regulation set erased = true, erased_before = ? where id = ?",
            ActiveRangeRows.textOrNull(before),
            id.bits());
  }

  @Override
  public void sent(
      RegulationId id,
      Deletion.Send step,
      int to,
      @Nullable Range sent,
      Collection<DestinationId> receivers) {
    database.change(
        handle -> {
          int ordinal = step.work().ordinal();
          int moved =
              handle.execute(
                  "update deletion_source set next_subject = ?"
                      + " where regulation_id = ? and ordinal = ? and next_subject = ?",
                  to,
                  id.bits(),
                  ordinal,
                  step.from());
          if (moved == 0) {
            return; // another node has done it
          }
          if (sent != null) {
            insert(handle, id, ordinal, step.from(), sent);
            for (DestinationId receiver : receivers) {
              DeletionRows.writeCounts(
                  handle, id, ordinal, step.from(), receiver, DeleteCounts.waiting(sent.size()));
            }
          }
          handle.execute(
              "update regulation set sent = true where id = ? and not exists (select 1"
                  + " from deletion_source s where s.regulation_id = regulation.id"
                  + " and s.next_subject < regulation.subjects)",
              id.bits());
        });
  }

  private static void insert(
      Handle handle, RegulationId id, int sourceOrdinal, int firstSubject, Range sent) {
    handle.execute(
        "insert into deletion_chunk (regulation_id, source_ordinal, first_subject, log_partition,"
            + " first_offset, size, is_over) values (?, ?, ?, ?, ?, ?, false)",
        id.bits(),
        sourceOrdinal,
        firstSubject,
        sent.partition(),
        sent.first(),
        sent.size());
  }

  @Override
  public List<Chunk> chunks(RegulationId id, int most) {
    return database.read(
        handle ->
            handle
                .select(
                    "select c.source_ordinal, s.source_id, c.first_subject, c.log_partition,"
                        + " c.first_offset, c.size from deletion_chunk c join deletion_source s"
                        + " on s.regulation_id = c.regulation_id and s.ordinal = c.source_ordinal"
                        + " where c.regulation_id = ? and not c.is_over"
                        + " order by c.source_ordinal, c.first_subject limit ?",
                    id.bits(),
                    most)
                .map(
                    row ->
                        new Chunk(
                            row.getInt(1),
                            new SourceId(row.getLong(2)),
                            row.getInt(3),
                            new Range(row.getInt(4), row.getLong(5), row.getInt(6)),
                            DeletionRows.counts(handle, id, row.getInt(1), row.getInt(3))))
                .list());
  }

  @Override
  public void followed(RegulationId id, Chunk chunk) {
    database.change(
        handle -> {
          chunk
              .counts()
              .forEach(
                  (destination, counts) ->
                      DeletionRows.writeCounts(
                          handle,
                          id,
                          chunk.sourceOrdinal(),
                          chunk.firstSubject(),
                          destination,
                          counts));
          handle.execute(
              "update deletion_chunk set is_over = ? where regulation_id = ?"
                  + " and source_ordinal = ? and first_subject = ?",
              chunk.counts().values().stream().allMatch(DeleteCounts::isOver),
              id.bits(),
              chunk.sourceOrdinal(),
              chunk.firstSubject());
        });
  }

  @Override
  public void ended(RegulationId id, RegulationStatus status, Instant at) {
    int _ =
        database.execute(
            "update regulation set status = ?, ended_at = ? where id = ? and status = 'RUNNING'",
            status.name(),
            at.toEpochMilli(),
            id.bits());
  }
}
