package io.postrider.server.delivery.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.DeliveryCounts;
import io.postrider.server.delivery.stats.StatisticsStore;
import io.postrider.server.delivery.stats.StatisticsStore.Count;
import io.postrider.server.delivery.stats.StatisticsStore.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store of counters does, on whatever database. */
abstract class StatisticsStoreContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final DestinationId ONE = new DestinationId(-1);
  private static final DestinationId OTHER = new DestinationId(2);

  private Database database;
  private StatisticsStore store;

  /** Where this test's empty database is; the same place when asked again. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.STATISTICS);
    store = new SqlStatisticsStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static DeliveryCounts counts(int delivered, long micros) {
    DeliveryCounts counts = new DeliveryCounts();
    for (int i = 0; i < delivered; i++) {
      counts.attempted(micros);
      counts.delivered();
    }
    counts.retried();
    counts.failed(2);
    return counts;
  }

  private List<Entry> all(DestinationId destination, TimeStep step) {
    return store.find(destination, step, Instant.EPOCH, NOON.plus(Duration.ofDays(365)));
  }

  @Test
  void counts_addUpAcrossRestarts() {
    store.add(List.of(new Count(ONE, NOON, counts(3, 1_000))));
    close();
    open();
    store.add(
        List.of(new Count(ONE, NOON, counts(1, 1_000_000)), new Count(OTHER, NOON, counts(1, 5))));
    DeliveryCounts counts = all(ONE, TimeStep.MINUTE).getFirst().counts();
    assertThat(counts.attempts()).isEqualTo(4);
    assertThat(counts.deliveredCount()).isEqualTo(4);
    assertThat(counts.retriedCount()).isEqualTo(2);
    assertThat(counts.failedCount()).isEqualTo(4);
    assertThat(counts.latencies().quantile(0.5)).isBetween(ms(1), ms(2));
    assertThat(counts.latencies().quantile(0.99)).isBetween(ms(1_000), ms(1_300));
    assertThat(all(OTHER, TimeStep.MINUTE)).hasSize(1);
  }

  private static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void minutes_areFoundInOrderAndByTheHour() {
    store.add(List.of(new Count(ONE, NOON.plus(MINUTE), counts(2, 10))));
    store.add(List.of(new Count(ONE, NOON, counts(1, 10))));
    store.add(List.of(new Count(ONE, NOON.plus(Duration.ofHours(1)), counts(5, 10))));
    assertThat(all(ONE, TimeStep.MINUTE))
        .extracting(Entry::start)
        .containsExactly(NOON, NOON.plus(MINUTE), NOON.plus(Duration.ofHours(1)));
    assertThat(store.find(ONE, TimeStep.MINUTE, NOON, NOON.plus(MINUTE))).hasSize(1);
    assertThat(all(ONE, TimeStep.HOUR))
        .extracting(entry -> entry.counts().deliveredCount())
        .containsExactly(3L, 5L);
  }

  @Test
  void sweep_removesWhatIsOldByItsKind() {
    store.add(List.of(new Count(ONE, NOON, counts(1, 10))));
    Instant later = NOON.plus(TimeStep.MINUTE.retention()).plus(MINUTE);
    store.add(List.of(new Count(ONE, TimeStep.MINUTE.start(later), counts(1, 10))));
    store.sweep(later);
    assertThat(all(ONE, TimeStep.MINUTE)).hasSize(1);
    assertThat(all(ONE, TimeStep.HOUR)).hasSize(2);
    store.sweep(NOON.plus(TimeStep.HOUR.retention()).plus(MINUTE));
    assertThat(all(ONE, TimeStep.HOUR)).hasSize(1);
  }

  @Test
  void forgotten_isGone() {
    store.add(List.of(new Count(ONE, NOON, counts(1, 10)), new Count(OTHER, NOON, counts(1, 10))));
    store.forget(ONE);
    assertThat(all(ONE, TimeStep.HOUR)).isEmpty();
    assertThat(all(OTHER, TimeStep.HOUR)).hasSize(1);
    assertThat(totals(TimeStep.HOUR).getFirst().counts().deliveredCount()).isEqualTo(2);
  }

  private List<Entry> totals(TimeStep step) {
    return store.totals(step, Instant.EPOCH, NOON.plus(Duration.ofDays(365)));
  }

  @Test
  void totals_areThoseOfAllDestinationsTogether() {
    store.add(
        List.of(
            new Count(ONE, NOON, counts(3, 1_000)),
            new Count(OTHER, NOON, counts(2, 1_000_000)),
            new Count(ONE, NOON.plus(MINUTE), counts(1, 1_000))));
    close();
    open();
    store.add(List.of(new Count(OTHER, NOON, counts(1, 1_000_000))));
    assertThat(totals(TimeStep.MINUTE))
        .extracting(Entry::start)
        .containsExactly(NOON, NOON.plus(MINUTE));
    DeliveryCounts first = totals(TimeStep.MINUTE).getFirst().counts();
    assertThat(first.attempts()).isEqualTo(6);
    assertThat(first.deliveredCount()).isEqualTo(6);
    assertThat(first.retriedCount()).isEqualTo(3);
    assertThat(first.failedCount()).isEqualTo(6);
    assertThat(first.latencies().quantile(0.5)).isBetween(ms(1), ms(2));
    assertThat(first.latencies().quantile(0.95)).isBetween(ms(1_000), ms(1_300));
    assertThat(totals(TimeStep.HOUR).getFirst().counts().attempts()).isEqualTo(7);
    assertThat(store.totals(TimeStep.MINUTE, NOON, NOON.plus(MINUTE))).hasSize(1);
    store.sweep(NOON.plus(TimeStep.MINUTE.retention()).plus(Duration.ofHours(1)));
    assertThat(totals(TimeStep.MINUTE)).isEmpty();
    assertThat(totals(TimeStep.HOUR)).hasSize(1);
  }
}
