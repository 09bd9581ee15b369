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
import io.postrider.server.access.AccessFeature;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.definition.ComputationAuditFields;
import io.postrider.server.catalog.definition.DefinitionJson;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.CatalogPart;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Handle;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.SqlUpdate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The rows of audiences and computed traits. */
final class ComputationRows implements ResourceRows<ComputationId, Computation> {

  static List<Computation> all(Handle handle) {
    return List.copyOf(new ComputationRows().read(handle, IdQuery.all("computation")).values());
  }

  @Override
  public CatalogPart part() {
    return CatalogPart.COMPUTATION;
  }

  @Override
  public ComputationId id(Computation computation) {
    return computation.id();
  }

  @Override
  public long bits(ComputationId id) {
    return id.bits();
  }

  @Override
  public Optional<Computation> find(Handle handle, ComputationId id) {
    return read(handle, IdQuery.one("computation", id.bits())).values().stream()
        .filter(found -> found.id().equals(id))
        .findFirst();
  }

  @Override
  public SequencedMap<Long, Computation> read(Handle handle, IdQuery selection) {
    Map<Long, List<DestinationId>> destinations =
        ResourceRows.parts(
            handle,
            "computation_destination",
            "computation_id",
            "ordinal",
            selection,
            row -> new DestinationId(row.getLong("destination_id")));
    return ResourceRows.ordered(
        handle,
        "computation",
        selection,
        row -> computation(row, destinations.getOrDefault(row.getLong("id"), List.of())));
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

  static ComputationKind kind(String wireName) {
    for (ComputationKind kind : ComputationKind.values()) {
      if (kind.wireName().equals(wireName)) {
        return kind;
      }
    }
    throw new IllegalStateException("Unknown kind of computation: " + wireName);
  }

  private static SyncSchedule sync(ResultSet row) throws SQLException {
    long every = row.getLong("sync_every");
    return row.wasNull() ? SyncSchedule.REALTIME : new SyncSchedule(Duration.ofMillis(every));
  }

  private static @Nullable Long millis(SyncSchedule sync) {
    return sync.every() == null ? null : (Long) sync.every().toMillis();
  }

  @Override
  public void insert(Handle handle, Computation computation, long createdVersion) {
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

  @Override
  public void replace(Handle handle, Computation before, Computation computation) {
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

  private static SqlUpdate bind(SqlUpdate update, Computation computation) {
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

  @Override
  public void delete(Handle handle, ComputationId id) {
    handle.execute("delete from computation where id = ?", id.bits());
  }

  @Override
  public AuditEvent changed(@Nullable Computation before, @Nullable Computation after) {
    return ComputationAuditFields.changed(before, after);
  }

  /** Removes a destination from every computation that has it. */
  static void removeDestination(Handle handle, DestinationId id, @Nullable AuditStamp stamp) {
    ComputationRows rows = new ComputationRows();
    IdQuery having =
        new IdQuery(
            "select computation_id as id from computation_destination where destination_id = ?",
            List.of(id.bits()));
    CatalogAccess.changed(handle, CatalogPart.COMPUTATION, having);
    for (Computation found : rows.read(handle, having).values()) {
      Instant now = stamp == null ? found.updatedAt() : stamp.at();
      Computation changed = found.with(found.settings().without(id), now);
      rows.replace(handle, found, changed);
      AccessFeature.audit(handle, stamp, rows.changed(found, changed));
    }
  }
}
