package io.postrider.server.delivery.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.cluster.NodeOrder;
import io.postrider.server.delivery.cluster.OrderStore;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Orders in SQL. */
public final class SqlOrderStore implements OrderStore {

  private final Database access;

  /** Uses a database with {@link Schema#CURSORS}. */
  public SqlOrderStore(Database database) {
    this.access = database;
  }

  @Override
  public void give(long id, Collection<String> nodes, NodeOrder order, Instant now) {
    access.change(
        handle ->
            nodes.forEach(
                node ->
                    handle.execute(
                        "insert into node_order"
                            + " (id, node, kind, destination, detail, ordered_millis)"
                            + " values (?, ?, ?, ?, ?, ?)",
                        id,
                        node,
                        order.kind().name(),
                        order.destination().bits(),
                        order.detail(),
                        now.toEpochMilli())));
  }

  @Override
  public Map<String, String> answers(long id) {
    return access
        .list(
            row -> Map.entry(row.getString(1), row.getString(2)),
            "select node, answer from node_order where id = ? and answer is not null",
            id)
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public void remove(long id, Collection<String> nodes) {
    access.change(
        handle ->
            nodes.forEach(
                node ->
                    handle.execute("delete from node_order where node = ? and id = ?", node, id)));
  }

  @Override
  public List<Waiting> waiting(String node) {
    // an order of a kind that a later version knows stays unanswered
    List<String> known = Arrays.stream(NodeOrder.Kind.values()).map(Enum::name).toList();
    return access
        .list(
            row -> new Row(row.getLong(1), row.getString(2), row.getLong(3), row.getString(4)),
            "select id, kind, destination, detail from node_order"
                + " where node = ? and answer is null",
            node)
        .stream()
        .filter(row -> known.contains(row.kind))
        .map(
            row ->
                new Waiting(
                    row.id,
                    new NodeOrder(
                        NodeOrder.Kind.valueOf(row.kind),
                        new DestinationId(row.destination),
                        row.detail)))
        .toList();
  }

  private record Row(long id, String kind, long destination, String detail) {}

  @Override
  public void answer(long id, String node, String answer) {
    int _ =
        access.execute(
            "update node_order set answer = ? where node = ? and id = ?", answer, node, id);
  }

  @Override
  public void sweep(Instant before) {
    int _ =
        access.execute("delete from node_order where ordered_millis < ?", before.toEpochMilli());
  }
}
