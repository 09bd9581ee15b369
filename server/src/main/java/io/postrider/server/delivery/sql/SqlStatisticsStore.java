package io.postrider.server.delivery.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.CountedSince;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStep;
import io.postrider.server.database.TimeStepRows;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.DeliveryCounts;
import io.postrider.server.delivery.stats.StatisticsStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Statistics in SQL: rows for each destination and step with data, and rows for the totals of each
 * step.
 */
public final class SqlStatisticsStore implements StatisticsStore {

  private static final DeliveryCountRows EACH =
      new DeliveryCountRows("delivery_count", List.of("destination", "step", "start_at"));
  private static final DeliveryCountRows ALL =
      new DeliveryCountRows("delivery_total", List.of("step", "start_at"));

  private final Database access;
  private final List<TimeStepRows> byDestination;
  private final List<TimeStepRows> totals;
  private final CountedSince since;

  /** Uses a database with {@link Schema#STATISTICS}. */
  public SqlStatisticsStore(Database database) {
    this.access = database;
    this.since = new CountedSince(database);
    this.byDestination =
        List.of(
            new TimeStepRows(access, "delivery_count"), new TimeStepRows(access, "backlog_sample"));
    this.totals =
        List.of(
            new TimeStepRows(access, "delivery_total"), new TimeStepRows(access, "backlog_total"));
  }

  @Override
  public void add(List<Count> counts) {
    Map<Instant, DeliveryCounts> sums = new TreeMap<>();
    for (Count count : counts) {
      sums.computeIfAbsent(count.minute(), minute -> new DeliveryCounts()).add(count.counts());
    }
    access.write(
        handle -> {
          for (TimeStep step : TimeStep.values()) {
            for (Count count : counts) {
              EACH.add(handle, key(count.destination(), step, count.minute()), count.counts());
            }
            sums.forEach((minute, sum) -> ALL.add(handle, key(step, minute), sum));
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
  public void saveBacklogs(Instant minute, Map<DestinationId, Backlog> backlogs) {
    access.write(
        handle -> {
          backlogs.forEach((id, backlog) -> BacklogRows.save(handle, minute, id, backlog));
          return backlogs.size();
        });
  }

  @Override
  public void saveTotalBacklog(Instant minute, Backlog all) {
    access.write(
        handle -> {
          BacklogRows.saveTotal(handle, minute, all);
          return 1;
        });
  }

  @Override
  public List<Entry> find(DestinationId destination, TimeStep step, Instant from, Instant to) {
    Map<String, Long> key =
        Map.of("destination", destination.bits(), "step", step.length().toSeconds());
    return access.read(
        handle ->
            entries(
                EACH.find(handle, key, from, to),
                BacklogRows.find(handle, destination, step, from, to)));
  }

  @Override
  public List<Entry> totals(TimeStep step, Instant from, Instant to) {
    Map<String, Long> key = Map.of("step", step.length().toSeconds());
    return access.read(
        handle ->
            entries(ALL.find(handle, key, from, to), BacklogRows.totals(handle, step, from, to)));
  }

  @Override
  public List<Volume> volumes(Instant from) {
    return access.list(
        row -> new Volume(new DestinationId(row.getLong(1)), row.getLong(2), row.getLong(3)),
        "select destination, sum(delivered), sum(failed) from delivery_count"
            + " where step = ? and start_at >= ? group by destination order by destination",
        TimeStep.HOUR.length().toSeconds(),
        from.toEpochMilli());
  }

  @Override
  public @Nullable Instant since(TimeStep step, Instant now) {
    return since.of(step, now);
  }

  private static List<Entry> entries(
      Map<Instant, DeliveryCounts> counts, Map<Instant, Backlog> backlogs) {
    return Stream.concat(counts.keySet().stream(), backlogs.keySet().stream())
        .distinct()
        .sorted()
        .map(
            start ->
                new Entry(
                    start, counts.getOrDefault(start, new DeliveryCounts()), backlogs.get(start)))
        .toList();
  }

  @Override
  public void sweep(Instant now) {
    byDestination.forEach(rows -> rows.sweep(now));
    totals.forEach(rows -> rows.sweep(now));
  }

  @Override
  public void forget(DestinationId destination) {
    byDestination.forEach(rows -> rows.forget(destination));
  }
}
