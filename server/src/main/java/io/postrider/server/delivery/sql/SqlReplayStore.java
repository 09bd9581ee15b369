package io.postrider.server.delivery.sql;

import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import io.postrider.server.database.Columns;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.ReplayStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Replay orders and ended replays in SQL. */
public final class SqlReplayStore implements ReplayStore {

  private final Database access;

  /** Uses a database with {@link Schema#CURSORS}. */
  public SqlReplayStore(Database database) {
    this.access = database;
  }

  @Override
  public void save(DestinationId destination, long replay, String order) {
    access.change(handle -> save(handle, destination, replay, order));
  }

  static void save(Handle handle, DestinationId destination, long replay, String order) {
    handle.execute(
        "insert into replay_order (destination, replay, wording) values (?, ?, ?)"
            + " on conflict (destination, replay) do update set wording = excluded.wording",
        destination.bits(),
        replay,
        order);
    handle.execute(
        "delete from replay_order where destination = ? and replay not in"
            + " (select replay from replay_order where destination = ?"
            + " order by replay desc limit ?)",
        destination.bits(),
        destination.bits(),
        MAX_PER_DESTINATION);
    handle.execute(
        "delete from replay_end where destination = ? and replay not in"
            + " (select replay from replay_order where destination = ?)",
        destination.bits(),
        destination.bits());
  }

  /** Saves an ended replay in the transaction of its cursor. */
  static void saveEnd(Handle handle, ReplayStatus.Part ended) {
    ReplayProgress progress = ended.progress();
    handle.execute(
        "insert into replay_end (destination, replay, log_partition, ended_millis, only_failed,"
            + " cancelled, from_offset, to_offset, position, taken, delivered, failed, open_then)"
            + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " on conflict (destination, replay, log_partition) do nothing",
        ended.destination().bits(),
        ended.id(),
        ended.partition(),
        Columns.millis(ended.endedAt()),
        progress.replay().onlyFailed(),
        progress.cancelled(),
        progress.replay().fromOffset(),
        progress.replay().toOffset(),
        progress.position(),
        progress.taken(),
        progress.delivered(),
        progress.failed(),
        progress.open());
  }

  static void forget(Handle handle, DestinationId destination) {
    for (String table : List.of("replay_order", "replay_end", "replay_request")) {
      handle.execute("delete from " + table + " where destination = ?", destination.bits());
    }
  }

  static void forgetAll(Handle handle) {
    handle.execute("delete from replay_order");
    handle.execute("delete from replay_end");
    handle.execute("delete from replay_request");
  }

  @Override
  public Saved find(DestinationId destination) {
    return access.read(
        handle -> new Saved(orders(handle, destination), ended(handle, destination)));
  }

  private static Map<Long, String> orders(Handle handle, DestinationId destination) {
    return handle
        .select(
            "select replay, wording from replay_order where destination = ?", destination.bits())
        .map(row -> Map.entry(row.getLong(1), row.getString(2)))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static List<ReplayStatus.Part> ended(Handle handle, DestinationId destination) {
    return handle
        .select(
            "select * from replay_end where destination = ? order by replay, log_partition",
            destination.bits())
        .map(row -> ended(row, destination))
        .list();
  }

  private static ReplayStatus.Part ended(ResultSet row, DestinationId destination)
      throws SQLException {
    Replay replay =
        new Replay(
            row.getLong("replay"),
            row.getLong("from_offset"),
            row.getLong("to_offset"),
            row.getBoolean("only_failed"));
    return new ReplayStatus.Part(
        destination,
        row.getInt("log_partition"),
        new ReplayProgress(
            replay,
            row.getLong("position"),
            row.getLong("taken"),
            row.getLong("delivered"),
            row.getLong("failed"),
            row.getInt("open_then"),
            row.getBoolean("cancelled")),
        Instant.ofEpochMilli(row.getLong("ended_millis")));
  }
}
