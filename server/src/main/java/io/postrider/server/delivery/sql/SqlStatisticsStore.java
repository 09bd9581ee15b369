package io.postrider.server.delivery.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStep;
import io.postrider.server.database.TimeStepRows;
import io.postrider.server.delivery.stats.DeliveryCounts;
import io.postrider.server.delivery.stats.StatisticsStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counters in SQL: one row for each destination and step with counts, and one for the total of each
 * step.
 */
public final class SqlStatisticsStore implements StatisticsStore {

  private static final DeliveryCountRows EACH =
      new DeliveryCountRows("delivery_count", List.of("destination", "step", "start_at"));
  private static final DeliveryCountRows ALL =
      new DeliveryCountRows("delivery_total", List.of("step", "start_at"));

  private final Database access;
  private final TimeStepRows counts;
  private final TimeStepRows totals;

  /** Uses a database with {@link Schema#STATISTICS}. */
  public SqlStatisticsStore(Database database) {
    this.access = database;
    this.counts = new TimeStepRows(access, "delivery_count");
    this.totals = new TimeStepRows(access, "delivery_total");
  }

  @Override
  public void add(List<Count> counts) {
    Map<Instant, DeliveryCounts> totals = new TreeMap<>();
    for (Count count : counts) {
      totals.computeIfAbsent(count.minute(), minute -> new DeliveryCounts()).add(count.counts());
    }
    access.write(
        handle -> {
          for (TimeStep step : TimeStep.values()) {
            for (Count count : counts) {
              EACH.add(handle, key(count.destination(), step, count.minute()), count.counts());
            }
            totals.forEach((minute, sum) -> ALL.add(handle, key(step, minute), sum));
          }
          return counts.size();
        });
  }

  private static Map<String, Long> key(TimeStep step, Instant minute) {
    return Map.of("step", step.length().toSeconds(), "start_at", step.start(minute).toEpochMilli());
  }

  private static Map<String, Long> key(DestinationId destination, TimeStep step, Instant minute) {
    Map<String, Long> key = new TreeMap<>(key(step, minute));
    key.put("destination", destination.bits());
    return key;
  }

  @Override
  public List<Entry> find(DestinationId destination, TimeStep step, Instant from, Instant to) {
    Map<String, Long> key =
        Map.of("destination", destination.bits(), "step", step.length().toSeconds());
    return access.read(handle -> EACH.find(handle, key, from, to));
  }

  @Override
  public List<Entry> totals(TimeStep step, Instant from, Instant to) {
    Map<String, Long> key = Map.of("step", step.length().toSeconds());
    return access.read(handle -> ALL.find(handle, key, from, to));
  }

  @Override
  public void sweep(Instant now) {
    counts.sweep(now);
    totals.sweep(now);
  }

  @Override
  public void forget(DestinationId destination) {
    counts.forget(destination);
  }
}
