package io.postrider.server.delivery.sql;

import io.postrider.server.database.Handle;
import io.postrider.server.delivery.stats.DeliveryCounts;
import io.postrider.server.delivery.stats.LatencyHistogram;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Delivery counters as rows of a table, each with a numeric key. */
final class DeliveryCountRows {

  static final String COLUMNS = "start_at, attempts, delivered, retried, failed, latencies";

  private final String table;
  private final String insert;
  private final String update;

  DeliveryCountRows(String table, List<String> keys) {
    this.table = table;
    String conflict = String.join(", ", keys);
    this.insert =
        """
        insert into %1$s (%2$s, attempts, delivered, retried, failed, latencies)
        values (%3$s, :attempts, :delivered, :retried, :failed, :none)
        on conflict (%2$s) do update set
          attempts = %1$s.attempts + excluded.attempts,
          delivered = %1$s.delivered + excluded.delivered,
          retried = %1$s.retried + excluded.retried,
          failed = %1$s.failed + excluded.failed
        returning latencies
        """
            .formatted(
                table, conflict, keys.stream().map(k -> ":" + k).collect(Collectors.joining(", ")));
    this.update =
        "update %s set latencies = :latencies where %s"
            .formatted(
                table, keys.stream().map(k -> k + " = :" + k).collect(Collectors.joining(" and ")));
  }

  /** Adds counts to a row. The insert locks the row, so the latencies it returns are the latest. */
  void add(Handle handle, Map<String, Long> key, DeliveryCounts counts) {
    byte[] before =
        handle
            .select(insert)
            .bindMap(key)
            .bind("attempts", counts.attempts())
            .bind("delivered", counts.deliveredCount())
            .bind("retried", counts.retriedCount())
            .bind("failed", counts.failedCount())
            .bind("none", new byte[0])
            .mapTo(byte[].class)
            .one();
    LatencyHistogram latencies = LatencyHistogram.of(before);
    latencies.add(counts.latencies());
    handle.createUpdate(update).bindMap(key).bind("latencies", latencies.toBytes()).execute();
  }

  /** The counts with some key columns, by their start in a time range. */
  Map<Instant, DeliveryCounts> find(
      Handle handle, Map<String, Long> key, Instant from, Instant to) {
    Map<String, Long> bound = new LinkedHashMap<>(key);
    bound.put("from", from.toEpochMilli());
    bound.put("to", to.toEpochMilli());
    List<String> conditions = new ArrayList<>();
    key.keySet().forEach(column -> conditions.add(column + " = :" + column));
    conditions.add("start_at >= :from and start_at < :to");
    return handle
        .select(
            "select %s from %s where %s"
                .formatted(COLUMNS, table, String.join(" and ", conditions)))
        .bindMap(bound)
        .map(row -> Map.entry(Instant.ofEpochMilli(row.getLong(1)), counts(row)))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static DeliveryCounts counts(ResultSet row) throws SQLException {
    return new DeliveryCounts(
        row.getLong(2),
        row.getLong(3),
        row.getLong(4),
        row.getLong(5),
        LatencyHistogram.of(row.getBytes(6)));
  }
}
