package io.postrider.server.catalog.sql;

import io.postrider.filter.Filters;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.PayloadFormat;
import io.postrider.route.SharedSecret;
import io.postrider.route.Webhook;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.catalog.DestinationAuditFields;
import io.postrider.server.catalog.FilterJson;
import io.postrider.server.database.ActiveRangeRows;
import io.postrider.server.database.CatalogPart;
import io.postrider.server.database.Columns;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Handle;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.RowMapper;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.database.SqlUpdate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The rows of destinations. */
final class DestinationRows implements ResourceRows<DestinationId, Destination> {

  private static final List<String> PARTS =
      List.of("webhook", "destination_secret", "enabled_span", "connection_span");

  private final SecretSeal seal;

  DestinationRows(SecretSeal seal) {
    this.seal = seal;
  }

  @Override
  public CatalogPart part() {
    return CatalogPart.DESTINATION;
  }

  @Override
  public DestinationId id(Destination destination) {
    return destination.id();
  }

  @Override
  public long bits(DestinationId id) {
    return id.bits();
  }

  @Override
  public Optional<Destination> find(Handle handle, DestinationId id) {
    return read(handle, IdQuery.one("destination", id.bits())).values().stream().findFirst();
  }

  @Override
  public SequencedMap<Long, Destination> read(Handle handle, IdQuery selection) {
    Map<Long, List<Webhook>> webhooks =
        parts(handle, "webhook", "ordinal", selection, row -> webhook(row));
    Map<Long, List<SharedSecret>> secrets =
        parts(handle, "destination_secret", "ordinal", selection, row -> secret(row));
    Map<Long, List<ActiveRanges.Range>> enabled =
        parts(handle, "enabled_span", "ordinal", selection, row -> ActiveRangeRows.span(row));
    Map<Long, List<Map.Entry<SourceId, ActiveRanges.Range>>> connections =
        parts(
            handle,
            "connection_span",
            "place, ordinal",
            selection,
            row -> Map.entry(new SourceId(row.getLong("source_id")), ActiveRangeRows.span(row)));
    return ResourceRows.ordered(
        handle,
        "destination",
        selection,
        row -> {
          long id = row.getLong("id");
          return new Destination(
              new DestinationId(id),
              ExactText.read(row.getString("name"), row.getBytes("name_exact")),
              row.getBoolean("paused"),
              new ActiveRanges(enabled.getOrDefault(id, List.of())),
              connections(connections.getOrDefault(id, List.of())),
              settings(
                  row, webhooks.getOrDefault(id, List.of()), secrets.getOrDefault(id, List.of())),
              Instant.ofEpochMilli(row.getLong("created_at")));
        });
  }

  private static <T> Map<Long, List<T>> parts(
      Handle handle, String table, String order, IdQuery selection, RowMapper<T> mapper) {
    return ResourceRows.parts(handle, table, "destination_id", order, selection, mapper);
  }

  private static SequencedMap<SourceId, ActiveRanges> connections(
      List<Map.Entry<SourceId, ActiveRanges.Range>> spans) {
    SequencedMap<SourceId, List<ActiveRanges.Range>> bySource = new LinkedHashMap<>();
    for (Map.Entry<SourceId, ActiveRanges.Range> span : spans) {
      bySource.computeIfAbsent(span.getKey(), id -> new ArrayList<>()).add(span.getValue());
    }
    SequencedMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    bySource.forEach((source, list) -> connections.put(source, new ActiveRanges(list)));
    return connections;
  }

  private static DestinationSettings settings(
      ResultSet row, List<Webhook> webhooks, List<SharedSecret> secrets) throws SQLException {
    return new DestinationSettings(
        webhooks,
        secrets,
        row.getBoolean("standard_webhooks"),
        PayloadFormat.parse(row.getString("payload")).orElseThrow(),
        row.getBoolean("accepts_historical"),
        row.getBoolean("tracing"),
        Columns.integer(row, "max_rate"),
        Columns.integer(row, "max_concurrency"),
        filters(row.getString("filters")));
  }

  private static Filters filters(@Nullable String json) {
    return json == null ? Filters.NONE : Filters.of(FilterJson.parse(json));
  }

  private static @Nullable String filters(Filters filters) {
    return filters.list().isEmpty() ? null : FilterJson.text(filters.list());
  }

  private static Webhook webhook(ResultSet row) throws SQLException {
    return new Webhook(
        row.getString("url"),
        row.getString("headers").lines().map(DestinationRows::header).toList());
  }

  private static Webhook.Header header(String line) {
    int colon = line.indexOf(':');
    return new Webhook.Header(line.substring(0, colon), line.substring(colon + 2));
  }

  private SharedSecret secret(ResultSet row) throws SQLException {
    DestinationId id = new DestinationId(row.getLong("destination_id"));
    return new SharedSecret(
        seal.unseal(id, row.getBytes("sealed")), Columns.time(row, "expires_at"));
  }

  @Override
  public void insert(Handle handle, Destination destination, long createdVersion) {
    bind(
            destination,
            handle.createUpdate(
                "insert into destination (id, created_version, name, name_exact, paused,"
                    + " standard_webhooks, payload, accepts_historical, tracing, max_rate,"
                    + " max_concurrency, filters, created_at) values (:id, :version, :name,"
                    + " :exact, :paused, :standard, :payload, :historical, :tracing, :maxRate,"
                    + " :maxConcurrency, :filters, :createdAt)"))
        .bind("version", createdVersion)
        .bind("createdAt", destination.createdAt().toEpochMilli())
        .execute();
    insertParts(handle, destination);
  }

  private SqlUpdate bind(Destination destination, SqlUpdate statement) {
    DestinationSettings settings = destination.settings();
    return statement
        .bind("id", destination.id().bits())
        .bind("name", ExactText.readable(destination.name()))
        .bind("exact", ExactText.exact(destination.name()))
        .bind("paused", destination.paused())
        .bind("standard", settings.standardWebhooks())
        .bind("payload", settings.payload().wireName())
        .bind("historical", settings.acceptsHistorical())
        .bind("tracing", settings.tracing())
        .bind("maxRate", settings.maxRate())
        .bind("maxConcurrency", settings.maxConcurrency())
        .bind("filters", filters(settings.filters()));
  }

  @Override
  public void replace(Handle handle, Destination before, Destination destination) {
    bind(
            destination,
            handle.createUpdate(
                "update destination set name = :name, name_exact = :exact, paused = :paused,"
                    + " standard_webhooks = :standard, payload = :payload,"
                    + " accepts_historical = :historical, tracing = :tracing, max_rate = :maxRate,"
                    + " max_concurrency = :maxConcurrency, filters = :filters where id = :id"))
        .execute();
    for (String part : PARTS) {
      handle.execute(
          "delete from %s where destination_id = ?".formatted(part), destination.id().bits());
    }
    insertParts(handle, destination);
  }

  @Override
  public void delete(Handle handle, DestinationId id) {
    handle.execute("delete from destination where id = ?", id.bits());
  }

  @Override
  public AuditEvent changed(@Nullable Destination before, @Nullable Destination after) {
    return DestinationAuditFields.changed(before, after);
  }

  private void insertParts(Handle handle, Destination destination) {
    long id = destination.id().bits();
    List<Webhook> webhooks = destination.settings().webhooks();
    for (int i = 0; i < webhooks.size(); i++) {
      handle.execute(
          "insert into webhook (destination_id, ordinal, url, headers) values (?, ?, ?, ?)",
          id,
          i,
          webhooks.get(i).url(),
          lines(webhooks.get(i).headers()));
    }
    List<SharedSecret> secrets = destination.settings().secrets();
    for (int i = 0; i < secrets.size(); i++) {
      SharedSecret secret = secrets.get(i);
      handle
          .createUpdate(
              "insert into destination_secret (destination_id, ordinal, sealed, expires_at)"
                  + " values (:id, :ordinal, :sealed, :expiresAt)")
          .bind("id", id)
          .bind("ordinal", i)
          .bind("sealed", seal.seal(destination.id(), secret.value()))
          .bind("expiresAt", Columns.millis(secret.expiresAt()))
          .execute();
    }
    List<ActiveRanges.Range> enabled = destination.enabled().ranges();
    for (int i = 0; i < enabled.size(); i++) {
      handle.execute(
          "insert into enabled_span (destination_id, ordinal, from_ends, to_ends)"
              + " values (?, ?, ?, ?)",
          id,
          i,
          ActiveRangeRows.text(enabled.get(i).from()),
          ActiveRangeRows.textOrNull(enabled.get(i).to()));
    }
    int place = 0;
    for (Map.Entry<SourceId, ActiveRanges> connection : destination.connections().entrySet()) {
      insertConnection(handle, id, place++, connection.getKey(), connection.getValue());
    }
  }

  private static void insertConnection(
      Handle handle, long id, int place, SourceId source, ActiveRanges spans) {
    for (int i = 0; i < spans.ranges().size(); i++) {
      ActiveRanges.Range span = spans.ranges().get(i);
      handle.execute(
          "insert into connection_span (destination_id, place, source_id, ordinal, from_ends,"
              + " to_ends) values (?, ?, ?, ?, ?, ?)",
          id,
          place,
          source.bits(),
          i,
          ActiveRangeRows.text(span.from()),
          ActiveRangeRows.textOrNull(span.to()));
    }
  }

  private static String lines(List<Webhook.Header> headers) {
    StringBuilder lines = new StringBuilder();
    for (Webhook.Header header : headers) {
      lines.append(header.name()).append(": ").append(header.value()).append('\n');
    }
    return lines.toString();
  }
}
