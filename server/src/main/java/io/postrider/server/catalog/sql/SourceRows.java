package io.postrider.server.catalog.sql;

import io.postrider.id.SourceId;
import io.postrider.message.SourceType;
import io.postrider.route.EventRules;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import io.postrider.server.database.ActiveRangeRows;
import io.postrider.server.database.Columns;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.IdQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** How a source lies in its tables. */
final class SourceRows {

  private static final String BLOCKED = "blocked_event";
  private static final String ALLOWED = "allowed_event";

  private SourceRows() {}

  static List<Source> all(Handle handle) {
    return read(handle, IdQuery.all("source")).stream().map(Placed::source).toList();
  }

  static Optional<Source> find(Handle handle, SourceId id) {
    return read(handle, IdQuery.one("source", id.bits())).stream().map(Placed::source).findFirst();
  }

  /** A source and its place in the order of creation. */
  record Placed(long createdVersion, Source source) {}

  /** The sources of a selection, in the order of their creation. */
  static List<Placed> read(Handle handle, IdQuery selection) {
    Map<Long, List<WriteKey>> keys = new HashMap<>();
    handle
        .select(
            "select * from write_key where source_id in (%s) order by source_id, ordinal"
                .formatted(selection.ids()),
            selection.values().toArray())
        .map((row, context) -> Map.entry(row.getLong("source_id"), key(row)))
        .forEach(
            entry ->
                keys.computeIfAbsent(entry.getKey(), id -> new ArrayList<>())
                    .add(entry.getValue()));
    Map<Long, Set<String>> blocked = events(handle, BLOCKED, selection);
    Map<Long, Set<String>> allowed = events(handle, ALLOWED, selection);
    return handle
        .select(
            "select * from source where id in (%s) order by created_version"
                .formatted(selection.ids()),
            selection.values().toArray())
        .map(
            (row, context) -> {
              long id = row.getLong("id");
              EventRules events =
                  new EventRules(
                      NewEventPolicy.parse(row.getString("new_events")).orElseThrow(),
                      blocked.getOrDefault(id, Set.of()),
                      allowed.getOrDefault(id, Set.of()));
              return new Placed(
                  row.getLong("created_version"),
                  source(row, keys.getOrDefault(id, List.of()), events));
            })
        .list();
  }

  /** The events that a table lists, by source. */
  private static Map<Long, Set<String>> events(Handle handle, String table, IdQuery selection) {
    Map<Long, Set<String>> events = new HashMap<>();
    handle
        .select(
            "select * from %s where source_id in (%s)".formatted(table, selection.ids()),
            selection.values().toArray())
        .map((row, context) -> Map.entry(row.getLong("source_id"), event(row)))
        .forEach(
            entry ->
                events
                    .computeIfAbsent(entry.getKey(), id -> new HashSet<>())
                    .add(entry.getValue()));
    return events;
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

  private static String event(ResultSet row) throws SQLException {
    return ExactText.read(row.getString("event"), row.getBytes("event_exact"));
  }

  static void insert(Handle handle, Source source, long createdVersion) {
    handle
        .createUpdate(
            "insert into source (id, created_version, name, name_exact, type, enabled, rate_limit,"
                + " created_at, new_events) values (:id, :version, :name, :exact, :type, :enabled,"
                + " :rateLimit, :createdAt, :newEvents)")
        .bind("id", source.id().bits())
        .bind("version", createdVersion)
        .bind("name", ExactText.readable(source.name()))
        .bind("exact", ExactText.exact(source.name()))
        .bind("type", source.type().wireName())
        .bind("enabled", source.enabled())
        .bind("rateLimit", source.rateLimit())
        .bind("createdAt", source.createdAt().toEpochMilli())
        .bind("newEvents", source.events().newEvents().wireName())
        .execute();
    insertKeys(handle, source.id(), source.writeKeys());
    replaceEvents(handle, source.id(), EventRules.NONE, source.events());
  }

  static void replace(Handle handle, Source before, Source source) {
    long id = source.id().bits();
    handle
        .createUpdate(
            "update source set name = :name, name_exact = :exact, type = :type,"
                + " enabled = :enabled, rate_limit = :rateLimit, new_events = :newEvents"
                + " where id = :id")
        .bind("id", id)
        .bind("name", ExactText.readable(source.name()))
        .bind("exact", ExactText.exact(source.name()))
        .bind("type", source.type().wireName())
        .bind("enabled", source.enabled())
        .bind("rateLimit", source.rateLimit())
        .bind("newEvents", source.events().newEvents().wireName())
        .execute();
    handle.execute("delete from write_key where source_id = ?", id);
    insertKeys(handle, source.id(), source.writeKeys());
    replaceEvents(handle, source.id(), before.events(), source.events());
  }

  /** Removes a source, and disconnects it from every destination; false if it is not there. */
  static boolean delete(Handle handle, SourceId id, Supplier<LogEndOffsets> end) {
    if (handle.execute("delete from source where id = ?", id.bits()) == 0) {
      return false;
    }
    handle.execute(
        "update connection_span set to_ends = ? where source_id = ? and to_ends is null",
        ActiveRangeRows.text(end.get()),
        id.bits());
    return true;
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
