package io.postrider.server.catalog.sql;

import io.postrider.id.SourceId;
import io.postrider.message.SourceType;
import io.postrider.route.EventRules;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.catalog.SourceAuditFields;
import io.postrider.server.database.ActiveRangeRows;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.CatalogPart;
import io.postrider.server.database.Columns;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Handle;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.PreparedBatch;
import io.postrider.server.database.SqlUpdate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of sources. */
final class SourceRows implements ResourceRows<SourceId, Source> {

  private static final String BLOCKED = "blocked_event";
  private static final String ALLOWED = "allowed_event";

  @Override
  public CatalogPart part() {
    return CatalogPart.SOURCE;
  }

  @Override
  public SourceId id(Source source) {
    return source.id();
  }

  @Override
  public long bits(SourceId id) {
    return id.bits();
  }

  @Override
  public Optional<Source> find(Handle handle, SourceId id) {
    return read(handle, IdQuery.one("source", id.bits())).values().stream().findFirst();
  }

  @Override
  public SequencedMap<Long, Source> read(Handle handle, IdQuery selection) {
    Map<Long, List<WriteKey>> keys =
        ResourceRows.parts(handle, "write_key", "source_id", "ordinal", selection, row -> key(row));
    Map<Long, List<String>> blocked = events(handle, BLOCKED, selection);
    Map<Long, List<String>> allowed = events(handle, ALLOWED, selection);
    return ResourceRows.ordered(
        handle,
        "source",
        selection,
        row -> {
          long id = row.getLong("id");
          EventRules events =
              new EventRules(
                  NewEventPolicy.parse(row.getString("new_events")).orElseThrow(),
                  Set.copyOf(blocked.getOrDefault(id, List.of())),
                  Set.copyOf(allowed.getOrDefault(id, List.of())));
          return source(row, keys.getOrDefault(id, List.of()), events);
        });
  }

  private static Map<Long, List<String>> events(Handle handle, String table, IdQuery selection) {
    return ResourceRows.parts(
        handle,
        table,
        "source_id",
        "ordinal",
        selection,
        row -> ExactText.read(row.getString("event"), row.getBytes("event_exact")));
  }

  private static Source source(ResultSet row, List<WriteKey> keys, EventRules events)
      throws SQLException {
    return new Source(
        new SourceId(row.getLong("id")),
        ExactText.read(row.getString("name"), row.getBytes("name_exact")),
        SourceType.parse(row.getString("type")).orElseThrow(),
        row.getBoolean("enabled"),
        Columns.integer(row, "rate_limit"),
        keys,
        Instant.ofEpochMilli(row.getLong("created_at")),
        events);
  }

  private static WriteKey key(ResultSet row) throws SQLException {
    return new WriteKey(
        row.getString("value"),
        Instant.ofEpochMilli(row.getLong("created_at")),
        Columns.time(row, "expires_at"));
  }

  @Override
  public void insert(Handle handle, Source source, long createdVersion) {
    bind(
            handle.createUpdate(
                "insert into source (id, created_version, name, name_exact, type, enabled,"
                    + " rate_limit, created_at, new_events) values (:id, :version, :name, :exact,"
                    + " :type, :enabled, :rateLimit, :createdAt, :newEvents)"),
            source)
        .bind("version", createdVersion)
        .bind("createdAt", source.createdAt().toEpochMilli())
        .execute();
    insertKeys(handle, source.id(), source.writeKeys());
    replaceEvents(handle, source.id(), EventRules.NONE, source.events());
    handle.execute("update catalog set had_source = true where id = 1");
  }

  @Override
  public void replace(Handle handle, Source before, Source after) {
    bind(
            handle.createUpdate(
                "update source set name = :name, name_exact = :exact, type = :type,"
                    + " enabled = :enabled, rate_limit = :rateLimit, new_events = :newEvents"
                    + " where id = :id"),
            after)
        .execute();
    deleteKeys(handle, after.id());
    insertKeys(handle, after.id(), after.writeKeys());
    replaceEvents(handle, after.id(), before.events(), after.events());
  }

  private static SqlUpdate bind(SqlUpdate update, Source source) {
    return update
        .bind("id", source.id().bits())
        .bind("name", ExactText.readable(source.name()))
        .bind("exact", ExactText.exact(source.name()))
        .bind("type", source.type().wireName())
        .bind("enabled", source.enabled())
        .bind("rateLimit", source.rateLimit())
        .bind("newEvents", source.events().newEvents().wireName());
  }

  @Override
  public void delete(Handle handle, SourceId id) {
    handle.execute("delete from source where id = ?", id.bits());
  }

  /** Ends the connections of a source to destinations at an end of the log. */
  static void disconnect(Handle handle, SourceId id, LogEndOffsets end) {
    CatalogAccess.changed(
        handle,
        CatalogPart.DESTINATION,
        new IdQuery(
            "select destination_id as id from connection_span where source_id = ?"
                + " and to_ends is null",
            List.of(id.bits())));
    handle.execute(
        "update connection_span set to_ends = ? where source_id = ? and to_ends is null",
        ActiveRangeRows.text(end),
        id.bits());
  }

  static void deleteKeys(Handle handle, SourceId id) {
    handle.execute("delete from write_key where source_id = ?", id.bits());
  }

  @Override
  public AuditEvent changed(@Nullable Source before, @Nullable Source after) {
    return SourceAuditFields.changed(before, after);
  }

  private static void insertKeys(Handle handle, SourceId id, List<WriteKey> keys) {
    for (int i = 0; i < keys.size(); i++) {
      WriteKey key = keys.get(i);
      handle
          .createUpdate(
              "insert into write_key (value, source_id, ordinal, created_at, expires_at)"
                  + " values (:value, :source, :ordinal, :createdAt, :expiresAt)")
          .bind("value", key.value())
          .bind("source", id.bits())
          .bind("ordinal", i)
          .bind("createdAt", key.createdAt().toEpochMilli())
          .bind("expiresAt", Columns.millis(key.expiresAt()))
          .execute();
    }
  }

  private static void replaceEvents(
      Handle handle, SourceId id, EventRules before, EventRules rules) {
    replaceEvents(handle, BLOCKED, id, before.blocked(), rules.blocked());
    replaceEvents(handle, ALLOWED, id, before.allowed(), rules.allowed());
  }

  private static void replaceEvents(
      Handle handle, String table, SourceId id, Set<String> before, Set<String> events) {
    if (events.equals(before)) {
      return;
    }
    handle.execute("delete from %s where source_id = ?".formatted(table), id.bits());
    if (events.isEmpty()) {
      return;
    }
    try (PreparedBatch batch =
        handle.prepareBatch(
            "insert into %s (source_id, ordinal, event, event_exact)".formatted(table)
                + " values (:source, :ordinal, :event, :exact)")) {
      int ordinal = 0;
      for (String event : events) {
        batch
            .bind("source", id.bits())
            .bind("ordinal", ordinal++)
            .bind("event", ExactText.readable(event))
            .bind("exact", ExactText.exact(event))
            .add();
      }
      batch.execute();
    }
  }
}
