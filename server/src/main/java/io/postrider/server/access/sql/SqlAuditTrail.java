package io.postrider.server.access.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditEvent.FieldChange;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Slice;
import io.postrider.server.database.SqlQuery;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The audit trail in SQL.
 *
 * <p>An entry is added in the transaction of its change, under the catalog's lock, so numbers
 * follow the order of changes on all nodes.
 */
public final class SqlAuditTrail implements AuditTrail {

  /** The maximum number of expired entries that one change deletes. */
  private static final int MAX_EXPIRED = 1_000;

  private static final ObjectMapper ASCII =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final CatalogAccess access;

  public SqlAuditTrail(CatalogAccess access) {
    this.access = access;
  }

  @Override
  public Slice<Entry> page(long before, int limit, @Nullable String subject) {
    List<Entry> found =
        access.read(
            handle -> {
              SqlQuery query =
                  handle
                      .select(
                          "select * from audit_entry where number < :before"
                              + (subject == null ? "" : " and subject_id = :subject")
                              + " order by number desc limit :limit")
                      .bind("before", before)
                      .bind("limit", limit + 1);
              if (subject != null) {
                query.bind("subject", ExactText.readable(subject));
              }
              return query.map(row -> read(row)).list();
            });
    return Slice.of(found, limit, Entry::number);
  }

  @Override
  public void add(AuditStamp stamp, AuditEvent event) {
    access.change(
        handle -> {
          add(handle, stamp, event);
          return event;
        });
  }

  /** Adds an entry, unless the stamp is null, and deletes the oldest entries beyond the limits. */
  public static void add(Handle handle, @Nullable AuditStamp stamp, AuditEvent event) {
    if (stamp == null) {
      return;
    }
    handle.execute("update catalog set audit_number = audit_number + 1 where id = 1");
    long number = CatalogAccess.count(handle, "select audit_number from catalog");
    insert(handle, number, stamp, event);
    handle.execute("delete from audit_entry where number <= ?", number - MAX_ENTRIES);
    handle.execute(
        "delete from audit_entry where number in (select number from audit_entry where at < ?"
            + " order by at limit ?)",
        stamp.at().minus(RETENTION).toEpochMilli(),
        MAX_EXPIRED);
  }

  private static void insert(Handle handle, long number, AuditStamp stamp, AuditEvent event) {
    handle
        .createUpdate(
            "insert into audit_entry (number, at, actor_id, actor_name, actor_name_exact, action,"
                + " subject_type, subject_id, subject_name, subject_name_exact, changes)"
                + " values (:number, :at, :actorId, :actorName, :actorExact, :action, :type, :id,"
                + " :name, :exact, :changes)")
        .bind("number", number)
        .bind("at", stamp.at().toEpochMilli())
        .bind("actorId", stamp.actorId())
        .bind("actorName", ExactText.readable(stamp.actorName()))
        .bind("actorExact", ExactText.exact(stamp.actorName()))
        .bind("action", event.action())
        .bind("type", event.subject().type())
        .bind("id", event.subject().id())
        .bind("name", ExactText.readable(event.subject().name()))
        .bind("exact", ExactText.exact(event.subject().name()))
        .bind("changes", json(event.changes()))
        .execute();
  }

  private static Entry read(ResultSet row) throws SQLException {
    return new Entry(
        row.getLong("number"),
        new AuditStamp(
            row.getString("actor_id"),
            ExactText.read(row.getString("actor_name"), row.getBytes("actor_name_exact")),
            Instant.ofEpochMilli(row.getLong("at"))),
        new AuditEvent(
            row.getString("action"),
            new AuditEvent.Subject(
                row.getString("subject_type"),
                row.getString("subject_id"),
                ExactText.read(row.getString("subject_name"), row.getBytes("subject_name_exact"))),
            changes(row.getString("changes"))));
  }

  private static String json(List<FieldChange> changes) {
    ArrayNode array = ASCII.createArrayNode();
    for (FieldChange change : changes) {
      ObjectNode one = array.addObject().put("field", change.field());
      if (change.from() != null) {
        one.set("from", change.from());
      }
      if (change.to() != null) {
        one.set("to", change.to());
      }
    }
    try {
      return ASCII.writeValueAsString(array);
    } catch (JsonProcessingException bug) {
      throw new IllegalArgumentException("Cannot write the change as JSON", bug);
    }
  }

  private static List<FieldChange> changes(String json) {
    try {
      List<FieldChange> changes = new ArrayList<>();
      for (JsonNode one : Json.parseOwn(json)) {
        changes.add(new FieldChange(one.path("field").asText(), one.get("from"), one.get("to")));
      }
      return changes;
    } catch (ApiException damaged) {
      throw new DatabaseException("An audit entry is not JSON");
    }
  }
}
