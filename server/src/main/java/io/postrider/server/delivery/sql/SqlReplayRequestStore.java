package io.postrider.server.delivery.sql;

import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.replay.ReplayRequest;
import io.postrider.server.delivery.replay.ReplayRequestStore;
import io.postrider.server.delivery.replay.ReplayStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Parts of replays in SQL. */
public final class SqlReplayRequestStore implements ReplayRequestStore {

  private final Database access;

  /** Uses a database with {@link Schema#CURSORS}. */
  public SqlReplayRequestStore(Database database) {
    this.access = database;
  }

  @Override
  public void order(
      DestinationId destination, long replay, String order, List<ReplayRequest> parts) {
    access.change(
        handle -> {
          SqlReplayStore.save(handle, destination, replay, order);
          parts.forEach(part -> save(handle, part));
        });
  }

  private static void save(Handle handle, ReplayRequest part) {
    handle.execute(
        "insert into replay_request (destination, replay, log_partition, from_offset, to_offset,"
            + " only_failed, cancelled) values (?, ?, ?, ?, ?, ?, ?)"
            + " on conflict (destination, replay, log_partition)"
            + " do update set cancelled = excluded.cancelled",
        part.destination().bits(),
        part.replay().id(),
        part.partition(),
        part.replay().fromOffset(),
        part.replay().toOffset(),
        part.replay().onlyFailed(),
        part.cancelled());
  }

  @Override
  public List<ReplayRequest> all() {
    return access.list(SqlReplayRequestStore::part, "select * from replay_request");
  }

  @Override
  public List<ReplayRequest> of(DestinationId destination) {
    return access.list(
        SqlReplayRequestStore::part,
        "select * from replay_request where destination = ?",
        destination.bits());
  }

  private static ReplayRequest part(ResultSet row) throws SQLException {
    return new ReplayRequest(
        new DestinationId(row.getLong("destination")),
        row.getInt("log_partition"),
        new Replay(
            row.getLong("replay"),
            row.getLong("from_offset"),
            row.getLong("to_offset"),
            row.getBoolean("only_failed")),
        row.getBoolean("cancelled"));
  }

  @Override
  public void cancel(List<ReplayRequest> parts) {
    access.change(
        handle ->
            parts.forEach(
                part ->
                    save(
                        handle,
                        new ReplayRequest(
                            part.destination(), part.partition(), part.replay(), true))));
  }

  @Override
  public boolean isEnded(ReplayRequest part) {
    return !access
        .list(
            Long.class,
            "select replay from replay_end"
                + " where destination = ? and replay = ? and log_partition = ?",
            part.destination().bits(),
            part.replay().id(),
            part.partition())
        .isEmpty();
  }

  @Override
  public void remove(ReplayRequest part) {
    access.change(handle -> remove(handle, part));
  }

  private static void remove(Handle handle, ReplayRequest part) {
    handle.execute(
        "delete from replay_request"
            + " where destination = ? and replay = ? and log_partition = ?",
        part.destination().bits(),
        part.replay().id(),
        part.partition());
  }

  @Override
  public void endUnstarted(ReplayRequest part, Instant now) {
    Replay replay = part.replay();
    access.change(
        handle -> {
          SqlReplayStore.saveEnd(
              handle,
              new ReplayStatus.Part(
                  part.destination(),
                  part.partition(),
                  new ReplayProgress(replay, replay.fromOffset(), 0, 0, 0, 0, true),
                  now));
          remove(handle, part);
        });
  }
}
