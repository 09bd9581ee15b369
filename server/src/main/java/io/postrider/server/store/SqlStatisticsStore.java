package io.postrider.server.store;

import io.postrider.route.DestinationId;
import io.postrider.server.deliver.StoreAwayException;
import io.postrider.server.deliver.watch.Latencies;
import io.postrider.server.deliver.watch.StatisticsStore;
import io.postrider.server.deliver.watch.Tally;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;

/** Counters in SQL, one row for each destination and step of time in which anything happened. */
public final class SqlStatisticsStore implements StatisticsStore {

  private final Database database;

  /** Keeps counters in a database that was opened with {@link Schema#STATISTICS}. */
  public SqlStatisticsStore(Database database) {
    this.database = database;
  }

  @Override
  public void add(List<Count> counts) {
    write(
        handle -> {
          for (Count count : counts) {
            for (Step step : Step.values()) {
              add(handle, count, step);
            }
          }
          return counts.size();
        });
  }

  /** Adding takes the lock of the row, so that the latencies read with it are the last ones. */
  private static void add(Handle handle, Count count, Step step) {
    Tally tally = count.tally();
    long start = step.start(count.minute()).toEpochMilli();
    byte[] before =
        handle
            .createQuery(
                "insert into delivery_count (destination, step, start_at, attempts, delivered,"
                    + " retried, failed, latencies) values (:destination, :step, :start,"
                    + " :attempts, :delivered, :retried, :failed, :none) on conflict (destination,"
                    + " step, start_at) do update set attempts = delivery_count.attempts +"
                    + " excluded.attempts, delivered = delivery_count.delivered +"
                    + " excluded.delivered, retried = delivery_count.retried + excluded.retried,"
                    + " failed = delivery_count.failed + excluded.failed returning latencies")
            .bind("destination", count.destination().bits())
            .bind("step", step.length().toSeconds())
            .bind("start", start)
            .bind("attempts", tally.attempts())
            .bind("delivered", tally.deliveredCount())
            .bind("retried", tally.retriedCount())
            .bind("failed", tally.failedCount())
            .bind("none", new byte[0])
            .mapTo(byte[].class)
            .one();
    Latencies latencies = Latencies.of(before);
    latencies.add(tally.latencies());
    handle.execute(
        "update delivery_count set latencies = ? where destination = ? and step = ?"
            + " and start_at = ?",
        latencies.toBytes(),
        count.destination().bits(),
        step.length().toSeconds(),
        start);
  }

  @Override
  public List<Entry> find(DestinationId destination, Step step, Instant from, Instant to) {
    return read(
        handle ->
            handle
                .select(
                    "select start_at, attempts, delivered, retried, failed, latencies"
                        + " from delivery_count where destination = ? and step = ?"
                        + " and start_at >= ? and start_at < ? order by start_at",
                    destination.bits(),
                    step.length().toSeconds(),
                    from.toEpochMilli(),
                    to.toEpochMilli())
                .map(
                    (row, context) ->
                        new Entry(
                            Instant.ofEpochMilli(row.getLong(1)),
                            new Tally(
                                row.getLong(2),
                                row.getLong(3),
                                row.getLong(4),
                                row.getLong(5),
                                Latencies.of(row.getBytes(6)))))
                .list());
  }

  @Override
  public void sweep(Instant now) {
    for (Step step : Step.values()) {
      write(
          handle ->
              handle.execute(
                  "delete from delivery_count where step = ? and start_at < ?",
                  step.length().toSeconds(),
                  now.minus(step.kept()).toEpochMilli()));
    }
  }

  @Override
  public void forget(DestinationId destination) {
    write(
        handle ->
            handle.execute("delete from delivery_count where destination = ?", destination.bits()));
  }

  private <T> T read(HandleCallback<T, RuntimeException> work) {
    try {
      return database.read(work);
    } catch (DatabaseUnavailableException away) {
      throw new StoreAwayException(away);
    }
  }

  private <T> T write(HandleCallback<T, RuntimeException> work) {
    try {
      return database.write(work);
    } catch (DatabaseUnavailableException away) {
      throw new StoreAwayException(away);
    }
  }
}
