package io.postrider.server.store;

import io.postrider.route.DestinationId;
import io.postrider.server.deliver.ReplayStore;
import io.postrider.server.deliver.StoreAwayException;
import java.util.HashMap;
import java.util.Map;

/** How replays were ordered, in SQL. */
public final class SqlReplayStore implements ReplayStore {

  private final Access access;

  /** Keeps them in a database that was opened with {@link Schema#CURSORS}. */
  public SqlReplayStore(Database database) {
    this.access = new Access(database, StoreAwayException::new);
  }

  @Override
  public void keep(DestinationId destination, long replay, String wording) {
    access.write(
        handle -> {
          handle.execute(
              "insert into replay_order (destination, replay, wording) values (?, ?, ?)"
                  + " on conflict (destination, replay) do update set wording = excluded.wording",
              destination.bits(),
              replay,
              wording);
          return handle.execute(
              "delete from replay_order where destination = ? and replay not in"
                  + " (select replay from replay_order where destination = ?"
                  + " order by replay desc limit ?)",
              destination.bits(),
              destination.bits(),
              MOST_KEPT);
        });
  }

  @Override
  public Map<Long, String> find(DestinationId destination) {
    return access.read(
        handle -> {
          Map<Long, String> found = new HashMap<>();
          handle
              .select(
                  "select replay, wording from replay_order where destination = ?",
                  destination.bits())
              .map((row, context) -> Map.entry(row.getLong(1), row.getString(2)))
              .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
          return found;
        });
  }
}
