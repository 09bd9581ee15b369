package io.postrider.server.alerts.sql;

import io.postrider.server.alerts.Incident;
import io.postrider.server.alerts.Notification;
import io.postrider.server.alerts.NotificationStore;
import io.postrider.server.database.Columns;
import io.postrider.server.database.Database;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Slice;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notifications and open incidents in SQL. */
public final class SqlNotificationStore implements NotificationStore {

  private static final String SELECT =
      "select id, at, kind, destination, destination_name, message, since, sent from notification";

  private final Database access;

  /** Uses a database that was opened with {@link Schema#NOTIFICATIONS}. */
  public SqlNotificationStore(Database database) {
    this.access = database;
  }

  @Override
  public List<Incident> incidents() {
    return access.list(
        Incident.class,
        "select destination, since, well_at as healthy_since, long_told as reminded from trouble");
  }

  @Override
  public long newestId() {
    return access.read(
        handle ->
            handle.select("select coalesce(max(id), 0) from notification").mapTo(Long.class).one());
  }

  @Override
  public void save(List<Change> changes) {
    access.write(
        handle -> {
          changes.forEach(change -> save(handle, change));
          return changes.size();
        });
  }

  private static void save(Handle handle, Change change) {
    Incident incident = change.incident();
    if (incident == null) {
      handle.execute("delete from trouble where destination = ?", change.destination().bits());
    } else {
      handle.execute(
          "insert into trouble (destination, since, well_at, long_told) values (?, ?, ?, ?)"
              + " on conflict (destination) do update set since = excluded.since,"
              + " well_at = excluded.well_at, long_told = excluded.long_told",
          incident.destination().bits(),
          incident.since().toEpochMilli(),
          Columns.millis(incident.healthySince()),
          incident.reminded());
    }
    Notification notification = change.notification();
    if (notification != null) {
      handle.execute(
          "insert into notification (id, at, kind, destination, destination_name, message, since,"
              + " sent) values (?, ?, ?, ?, ?, ?, ?, ?)",
          notification.id(),
          notification.at().toEpochMilli(),
          notification.kind().wireName(),
          notification.destination().bits(),
          ExactText.readable(notification.destinationName()),
          ExactText.readable(notification.message()),
          notification.since().toEpochMilli(),
          notification.sent().wireName());
    }
  }

  @Override
  public List<Notification> waiting(int most) {
    return access.list(
        Notification.class, SELECT + " where sent = 'waiting' order by id limit ?", most);
  }

  @Override
  public void update(long id, Notification.Sent sent) {
    access.write(
        handle ->
            handle.execute("update notification set sent = ? where id = ?", sent.wireName(), id));
  }

  @Override
  public Slice<Notification> page(long beforeId, int limit) {
    List<Notification> found =
        access.list(
            Notification.class,
            SELECT + " where id < ? order by id desc limit ?",
            beforeId,
            limit + 1);
    return Slice.of(found, limit, Notification::id);
  }

  @Override
  public void sweep(Instant before, int most) {
    access.write(
        handle -> {
          handle.execute("delete from notification where at < ?", before.toEpochMilli());
          Long oldestKept = oldestOf(handle, most);
          return oldestKept == null
              ? 0
              : handle.execute("delete from notification where id < ?", oldestKept);
        });
  }

  private static @Nullable Long oldestOf(Handle handle, int most) {
    return handle
        .select("select id from notification order by id desc limit 1 offset ?", most - 1)
        .mapTo(Long.class)
        .findOne()
        .orElse(null);
  }
}
