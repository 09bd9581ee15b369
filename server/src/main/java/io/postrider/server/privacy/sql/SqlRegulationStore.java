package io.postrider.server.privacy.sql;

import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.id.Wtf8;
import io.postrider.privacy.RegulationStatus;
import io.postrider.privacy.RegulationType;
import io.postrider.server.database.ActiveRangeRows;
import io.postrider.server.database.Columns;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.PreparedBatch;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SqlQuery;
import io.postrider.server.privacy.Regulation;
import io.postrider.server.privacy.RegulationStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Regulations in SQL. */
public final class SqlRegulationStore implements RegulationStore {

  private final Database database;

  /** Stores regulations in a database that was opened with {@link Schema#PRIVACY}. */
  public SqlRegulationStore(Database database) {
    this.database = database;
  }

  /** Rolls a transaction back. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused() {
      super(null, null, false, false);
    }
  }

  @Override
  public Creation create(Order order, int mostOpen, int mostSuppressed) {
    try {
      return database.write(
          handle -> {
            // first, so that changes of all nodes run one after the other, in order of version
            handle.execute("update privacy set version = version + 1 where id = 1");
            return created(handle, order, mostOpen, mostSuppressed);
          });
    } catch (Refused full) {
      return Creation.TOO_MANY_SUPPRESSED;
    }
  }

  private static Creation created(Handle handle, Order order, int mostOpen, int mostSuppressed) {
    boolean deletes = order.type().deletes();
    if (deletes && open(handle) >= mostOpen) {
      return Creation.TOO_MANY_OPEN;
    }
    long version = number(handle, "select version from privacy where id = 1");
    int changed =
        switch (order.type()) {
          case DELETE_ONLY -> 0;
          case SUPPRESS_ONLY, SUPPRESS_WITH_DELETE ->
              SqlSuppressionStore.add(handle, order, version);
          case UNSUPPRESS -> SqlSuppressionStore.lift(handle, order, version);
        };
    if (number(handle, "select suppressions from privacy where id = 1") > mostSuppressed) {
      throw new Refused();
    }
    long createdAt = order.createdAt().toEpochMilli();
    handle.execute(
        "insert into regulation (id, number, type, status, subjects, changed, erased, sent,"
            + " created_at, ended_at, hidden_before, to_all, author_id, author_name, audited,"
            + " samples_swept)"
            + " values (?, ?, ?, ?, ?, ?, false, ?, ?, ?, ?, false, ?, ?, false, ?)",
        order.id().bits(),
        version,
        order.type().name(),
        (deletes ? RegulationStatus.INITIALIZED : RegulationStatus.FINISHED).name(),
        order.subjects().size(),
        changed,
        !deletes,
        createdAt,
        deletes ? null : (Long) createdAt,
        ActiveRangeRows.textOrNull(order.hiddenBefore()),
        order.by().id(),
        Wtf8.encode(order.by().name()),
        !deletes);
    insertParts(handle, order);
    return Creation.CREATED;
  }

  private static void insertParts(Handle handle, Order order) {
    for (int i = 0; i < order.sources().size(); i++) {
      handle.execute(
          "insert into regulation_source (regulation_id, ordinal, source_id) values (?, ?, ?)",
          order.id().bits(),
          i,
          order.sources().get(i).bits());
    }
    try (PreparedBatch batch =
        handle.prepareBatch(
            "insert into regulation_subject (regulation_id, ordinal, user_id) values (?, ?, ?)")) {
      for (int i = 0; i < order.subjects().size(); i++) {
        batch.add(order.id().bits(), i, Wtf8.encode(order.subjects().get(i)));
      }
      batch.execute();
    }
  }

  private static long open(Handle handle) {
    return number(
        handle, "select count(*) from regulation where status in ('INITIALIZED', 'RUNNING')");
  }

  private static long number(Handle handle, String sql) {
    return handle.select(sql).mapTo(Long.class).one();
  }

  static List<Regulation> find(Handle handle, String condition, Object... values) {
    return handle
        .select(
            "select id, number, type, status, subjects, changed, created_at, ended_at,"
                + " hidden_before, samples_erased_at, author_id, author_name from regulation "
                + condition,
            values)
        .map(row -> regulation(handle, row))
        .list();
  }

  private static Regulation regulation(Handle handle, ResultSet row) throws SQLException {
    long id = row.getLong("id");
    return new Regulation(
        new RegulationId(id),
        row.getLong("number"),
        RegulationType.valueOf(row.getString("type")),
        RegulationStatus.valueOf(row.getString("status")),
        sources(handle, id),
        row.getInt("subjects"),
        row.getInt("changed"),
        row.getString("hidden_before") != null,
        new Regulation.Author(row.getString("author_id"), Wtf8.decode(row.getBytes("author_name"))),
        Instant.ofEpochMilli(row.getLong("created_at")),
        Columns.time(row, "ended_at"),
        Columns.time(row, "samples_erased_at"));
  }

  static List<SourceId> sources(Handle handle, long id) {
    return handle
        .select(
            "select source_id from regulation_source where regulation_id = ? order by ordinal", id)
        .mapTo(SourceId.class)
        .list();
  }

  @Override
  public Optional<Regulation> find(RegulationId id) {
    return database.read(handle -> find(handle, "where id = ?", id.bits()).stream().findFirst());
  }

  @Override
  public List<Regulation> page(long before, int most) {
    return database.read(
        handle -> find(handle, "where number < ? order by number desc limit ?", before, most));
  }

  @Override
  public List<Regulation> unaudited(Instant madeBefore, int most) {
    String condition = "where not audited and created_at < ? order by number limit ?";
    Object[] values = {madeBefore.toEpochMilli(), most};
    // asked every second, and there is rarely one
    return isNone(condition, values)
        ? List.of()
        : database.read(handle -> find(handle, condition, values));
  }

  private boolean isNone(String condition, Object... values) {
    return database.list(Long.class, "select id from regulation " + condition, values).isEmpty();
  }

  @Override
  public void audited(RegulationId id) {
    int _ = database.execute("update regulation set audited = true where id = ?", id.bits());
  }

  @Override
  public List<String> subjects(RegulationId id, int from, int to) {
    return database.list(
        row -> Wtf8.decode(row.getBytes(1)),
        "select user_id from regulation_subject"
            + " where regulation_id = ? and ordinal >= ? and ordinal < ? order by ordinal",
        id.bits(),
        from,
        to);
  }

  @Override
  public List<Hiding> hidings(long afterNumber) {
    return hidings(
        "number > ? and (hidden_before is not null or erased_before is not null)", afterNumber);
  }

  @Override
  public List<Hiding> erasures(Instant endedAfter) {
    return hidings(
        "erased_before is not null and (ended_at is null or ended_at > ?)",
        endedAfter.toEpochMilli());
  }

  private List<Hiding> hidings(String condition, long value) {
    if (isNone("where " + condition, value)) { // as a rule, and asked every second
      return List.of();
    }
    return database.read(
        handle ->
            handle
                .select(
                    "select id, number, subjects, hidden_before, erased_before from regulation"
                        + " where "
                        + condition
                        + " order by number",
                    value)
                .map(
                    row ->
                        new Hiding(
                            new RegulationId(row.getLong(1)),
                            row.getLong(2),
                            sources(handle, row.getLong(1)),
                            row.getInt(3),
                            ActiveRangeRows.endsOrNull(row.getString(4)),
                            ActiveRangeRows.endsOrNull(row.getString(5))))
                .list());
  }

  @Override
  public List<SourceProgress> progress(RegulationId id) {
    return database.read(handle -> DeletionRows.progress(handle, id));
  }

  @Override
  public List<Suppression> suppressions(String prefix, @Nullable Position after, int most) {
    byte[] from = Wtf8.encode(prefix);
    return database.read(
        handle -> {
          SqlQuery query =
              handle
                  .select(
                      "select user_id, source, regulation_id, created_at from suppression"
                          + " where user_id >= :from and user_id < :beyond"
                          + (after == null ? "" : " and (user_id, source) > (:behind, :source)")
                          + " order by user_id, source limit :most")
                  .bind("from", from)
                  .bind("beyond", Wtf8.prefixEnd(from))
                  .bind("most", most);
          if (after != null) {
            query
                .bind("behind", Wtf8.encode(after.userId()))
                .bind("source", SqlSuppressionStore.column(after.source()));
          }
          return query
              .map(
                  row ->
                      new Suppression(
                          Wtf8.decode(row.getBytes(1)),
                          SqlSuppressionStore.source(row.getString(2)),
                          new RegulationId(row.getLong(3)),
                          Instant.ofEpochMilli(row.getLong(4))))
              .list();
        });
  }
}
