package io.postrider.server.delivery.sql;

import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.delivery.SavedDeliveries;
import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.cluster.SavedDeliveryStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what {@link SqlCursorStore} saved, without owning it. */
public final class SqlSavedDeliveryStore implements SavedDeliveryStore {

  private final Database access;

  /** Uses a database with {@link Schema#CURSORS}. */
  public SqlSavedDeliveryStore(Database database) {
    this.access = database;
  }

  @Override
  public Map<DestinationId, SavedDeliveries> at(int partition, long offset) {
    return access.read(handle -> at(handle, partition, offset));
  }

  private static Map<DestinationId, SavedDeliveries> at(Handle handle, int partition, long offset) {
    long position =
        handle
            .select("select position from delivery_position where log_partition = ?", partition)
            .mapTo(Long.class)
            .findOne()
            .orElse(0L);
    Map<DestinationId, EncodedFailureChunk> failures = new HashMap<>();
    handle
        .select(
            "select destination, chunk, content from delivery_mark"
                + " where log_partition = ? and chunk = ?",
            partition,
            SavedDeliveries.chunk(offset))
        .map(
            row ->
                Map.entry(
                    new DestinationId(row.getLong(1)),
                    new EncodedFailureChunk(row.getLong(2), row.getBytes(3))))
        .forEach(one -> failures.put(one.getKey(), one.getValue()));
    Map<DestinationId, SavedDeliveries> saved = new HashMap<>();
    handle
        .select("select destination, state from delivery_cursor where log_partition = ?", partition)
        .map(row -> Map.entry(new DestinationId(row.getLong(1)), row.getBytes(2)))
        .forEach(
            one -> {
              EncodedFailureChunk near = failures.get(one.getKey());
              saved.put(
                  one.getKey(),
                  SavedDeliveries.of(
                      one.getValue(), position, near == null ? List.of() : List.of(near)));
            });
    return saved;
  }

  @Override
  public List<EncodedFailureChunk> failures(
      DestinationId destination, int partition, long key, int most) {
    return access.list(
        row -> new EncodedFailureChunk(row.getLong(1), row.getBytes(2)),
        "select chunk, content from delivery_mark where destination = ? and log_partition = ?"
            + " and chunk <= ? order by chunk desc limit ?",
        destination.bits(),
        partition,
        key,
        most);
  }
}
