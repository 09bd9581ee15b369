package io.postrider.server.catalog.sql;

import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputationSettings;
import io.postrider.audience.ComputedTrait;
import io.postrider.audience.SyncSchedule;
import io.postrider.audience.TraitDefinition;
import io.postrider.id.DestinationId;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.sql.AuditRows;
import io.postrider.server.catalog.definition.ComputationAuditFields;
import io.postrider.server.catalog.definition.DefinitionJson;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.IdQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** How audiences and computed traits lie in their tables. */
final class ComputationRows {

  private ComputationRows() {}

  static List<Computation> all(Handle handle) {
    return List.copyOf(read(handle, IdQuery.all("computation")).values());
  }

  static Optional<Computation> find(Handle handle, ComputationId id) {
    return read(handle, IdQuery.one("computation", id.bits())).values().stream()
        .filter(found -> found.id().equals(id))
        .findFirst();
  }

  /** Those of a selection by their place in the order of creation. */
  static SequencedMap<Long, Computation> read(Handle handle, IdQuery selection) {
    Map<Long, List<DestinationId>> destinations = destinations(handle, selection);
    SequencedMap<Long, Computation> found = new LinkedHashMap<>();
    handle
        .select(
            "select * from computation where id in (%s) order by created_version"
                .formatted(selection.ids()),
            selection.values().toArray())
        .map(
            (row, context) ->
                Map.entry(
                    row.getLong("created_version"),
                    computation(row, destinations.getOrDefault(row.getLong("id"), List.of()))))
        .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
    return found;
  }

  private static Map<Long, List<DestinationId>> destinations(Handle handle, IdQuery selection) {
    Map<Long, List<DestinationId>> destinations = new HashMap<>();
    handle
        .select(
            ("select * from computation_destination where computation_id in (%s)"
                    + " order by ordinal")
                .formatted(selection.ids()),
            selection.values().toArray())
        .map(
            (row, context) ->
                Map.entry(
                    row.getLong("computation_id"),
                    new DestinationId(row.getLong("destination_id"))))
        .forEach(
            entry ->
                destinations
                    .computeIfAbsent(entry.getKey(), id -> new ArrayList<>())
                    .add(entry.getValue()));
    return destinations;
  }

  private static Computation computation(ResultSet row, List<DestinationId> destinations)
      throws SQLException {
    ComputationKind kind = kind(row.getString("kind"));
    ComputationId id = new ComputationId(kind, row.getLong("id"));
    String key = row.getString("key");
    ComputationSettings settings =
        new ComputationSettings(
            ExactText.read(row.getString("name"), row.getBytes("name_exact")),
            row.getBoolean("enabled"),
            destinations,
            sync(row));
    long version = row.getLong("version");
    Instant createdAt = Instant.ofEpochMilli(row.getLong("created_at"));
    Instant updatedAt = Instant.ofEpochMilli(row.getLong("updated_at"));
    ComputationDefinition definition = DefinitionJson.parse(kind, row.getString("definition"));
    return switch (definition) {
      case AudienceCondition condition ->
          new Audience(id, key, settings, condition, version, createdAt, updatedAt);
      case TraitDefinition trait ->
          new ComputedTrait(id, key, settings, trait, version, createdAt, updatedAt);
    };
  }

  /** The kind of a name on the wire, as tables have it. */
  static ComputationKind kind(String wireName) {
    for (ComputationKind kind : ComputationKind.values()) {
      if (kind.wireName().equals(wireName)) {
        return kind;
      }
    }
    throw new IllegalStateException("No kind of computation: " + wireName);
  }

  private static SyncSchedule sync(ResultSet row) throws SQLException {
    long every = row.getLong("sync_every");
    return row.wasNull() ? SyncSchedule.REALTIME : new SyncSchedule(Duration.ofMillis(every));
  }

  private static @Nullable Long millis(SyncSchedule sync) {
    return sync.every() == null ? null : (Long) sync.every().toMillis();
  }

  static void insert(Handle handle, Computation computation, long createdVersion) {
    bind(
            handle.createUpdate(
                "insert into computation (id, created_version, kind, key, name, name_exact,"
                    + " enabled, definition, sync_every, version, created_at, updated_at) values"
                    + " (:id, :createdVersion, :kind, :key, :name, :exact, :enabled, :definition,"
                    + " :sync, :version, :createdAt, :updatedAt)"),
            computation)
        .bind("createdVersion", createdVersion)
        .bind("kind", computation.id().kind().wireName())
        .bind("key", computation.key())
        .bind("createdAt", computation.createdAt().toEpochMilli())
        .execute();
    insertDestinations(handle, computation);
  }

  static void replace(Handle handle, Computation computation) {
    bind(
            handle.createUpdate(
                "update computation set name = :name, name_exact = :exact, enabled = :enabled,"
                    + " definition = :definition, sync_every = :sync, version = :version,"
                    + " updated_at = :updatedAt where id = :id"),
            computation)
        .execute();
    handle.execute(
        "delete from computation_destination where computation_id = ?", computation.id().bits());
    insertDestinations(handle, computation);
  }

  private static Update bind(Update update, Computation computation) {
    return update
        .bind("id", computation.id().bits())
        .bind("name", ExactText.readable(computation.name()))
        .bind("exact", ExactText.exact(computation.name()))
        .bind("enabled", computation.enabled())
        .bind("definition", DefinitionJson.text(computation.definition()))
        .bind("sync", millis(computation.sync()))
        .bind("version", computation.version())
        .bind("updatedAt", computation.updatedAt().toEpochMilli());
  }

  private static void insertDestinations(Handle handle, Computation computation) {
    List<DestinationId> destinations = computation.destinations();
    for (int i = 0; i < destinations.size(); i++) {
      handle.execute(
          "insert into computation_destination (computation_id, ordinal, destination_id)"
              + " values (?, ?, ?)",
          computation.id().bits(),
          i,
          destinations.get(i).bits());
    }
  }

  static void delete(Handle handle, ComputationId id) {
    handle.execute("delete from computation where id = ?", id.bits());
  }

  /** Drops a destination that goes from every list that has it, and tells of that. */
  static void drop(Handle handle, DestinationId gone, @Nullable AuditStamp stamp) {
    IdQuery having =
        new IdQuery(
            "select computation_id from computation_destination where destination_id = ?",
            List.of(gone.bits()));
    for (Computation found : read(handle, having).values()) {
      Instant now = stamp == null ? found.updatedAt() : stamp.at();
      Computation changed = found.with(found.settings().without(gone), now);
      replace(handle, changed);
      AuditRows.add(handle, stamp, ComputationAuditFields.changed(found, changed));
    }
  }
}
