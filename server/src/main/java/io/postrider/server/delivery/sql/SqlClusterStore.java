package io.postrider.server.delivery.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.PreparedBatch;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.DestinationStatus;
import io.postrider.server.delivery.cluster.ClusterStore;
import io.postrider.server.delivery.cluster.PartitionOwner;
import io.postrider.server.delivery.cluster.StatusText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Owners and statuses in SQL. */
public final class SqlClusterStore implements ClusterStore {

  private static final String OWNERS =
      "select log_partition, node, epoch, seen_millis from partition_owner order by log_partition";

  private final Database access;

  /** Uses a database with {@link Schema#CURSORS}. */
  public SqlClusterStore(Database database) {
    this.access = database;
  }

  @Override
  public void publish(
      String node,
      List<PartitionOwner> owned,
      Map<DestinationId, DestinationStatus> changed,
      Collection<DestinationId> gone) {
    access.change(
        handle -> {
          own(handle, owned);
          save(handle, node, changed);
          for (DestinationId one : gone) {
            handle.execute(
                "delete from node_status where node = ? and destination = ?", node, one.bits());
          }
        });
  }

  private static void own(Handle handle, List<PartitionOwner> owned) {
    if (owned.isEmpty()) {
      return;
    }
    try (PreparedBatch batch =
        handle.prepareBatch(
            "insert into partition_owner (log_partition, node, epoch, seen_millis)"
                + " values (?, ?, ?, ?) on conflict (log_partition) do update set"
                + " node = excluded.node, epoch = excluded.epoch,"
                + " seen_millis = excluded.seen_millis"
                + " where partition_owner.epoch <= excluded.epoch")) {
      // in one order, so that nodes that publish the same partition do not block each other
      owned.stream()
          .sorted(Comparator.comparingInt(PartitionOwner::partition))
          .forEach(
              owner ->
                  batch.add(
                      owner.partition(),
                      owner.node(),
                      owner.epoch(),
                      owner.seenAt().toEpochMilli()));
      batch.execute();
    }
  }

  private static void save(
      Handle handle, String node, Map<DestinationId, DestinationStatus> changed) {
    if (changed.isEmpty()) {
      return;
    }
    try (PreparedBatch batch =
        handle.prepareBatch(
            "insert into node_status (node, destination, status) values (?, ?, ?)"
                + " on conflict (node, destination) do update set status = excluded.status")) {
      changed.forEach((id, status) -> batch.add(node, id.bits(), StatusText.of(status)));
      batch.execute();
    }
  }

  @Override
  public List<PartitionOwner> owners() {
    return access.list(SqlClusterStore::owner, OWNERS);
  }

  private static List<PartitionOwner> owners(Handle handle) {
    return handle.select(OWNERS).map(row -> owner(row)).list();
  }

  private static PartitionOwner owner(ResultSet row) throws SQLException {
    return new PartitionOwner(
        row.getInt(1), row.getString(2), row.getLong(3), Instant.ofEpochMilli(row.getLong(4)));
  }

  @Override
  public Published read() {
    return read("select node, destination, status from node_status");
  }

  @Override
  public Published read(DestinationId destination) {
    return read(
        "select node, destination, status from node_status where destination = ?",
        destination.bits());
  }

  private Published read(String query, Object... values) {
    return access.read(
        handle ->
            new Published(
                owners(handle),
                handle
                    .select(query, values)
                    .map(
                        row ->
                            new NodeStatus(
                                row.getString(1),
                                new DestinationId(row.getLong(2)),
                                StatusText.parse(row.getString(3))))
                    .list()));
  }

  @Override
  public void sweep() {
    int _ =
        access.execute(
            "delete from node_status where node not in (select node from partition_owner)");
  }
}
