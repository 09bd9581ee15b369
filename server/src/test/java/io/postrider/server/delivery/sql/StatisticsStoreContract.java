package io.postrider.server.delivery.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.DeliveryCounts;
import io.postrider.server.delivery.stats.StatisticsStore;
import io.postrider.server.delivery.stats.StatisticsStore.Count;
import io.postrider.server.delivery.stats.StatisticsStore.Entry;
import io.postrider.server.delivery.stats.StatisticsStore.Volume;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractListAssert;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The behaviour of statistics stores on every database. */
abstract class StatisticsStoreContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final DestinationId ONE = new DestinationId(-1);
  private static final DestinationId OTHER = new DestinationId(2);

  private Database database;
  private StatisticsStore store;

  /** An empty database; the same one at every call. */
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
  void volumes_areOfHoursFromATimeOn() {
    Instant before = NOON.minus(Duration.ofHours(1));
    store.add(List.of(new Count(ONE, before, counts(9, 1))));
    store.add(List.of(new Count(ONE, NOON, counts(3, 1)), new Count(OTHER, NOON, counts(1, 1))));
    store.add(List.of(new Count(ONE, NOON.plus(Duration.ofHours(1)), counts(1, 1))));
    assertThat(store.volumes(NOON))
        .containsExactlyInAnyOrder(new Volume(ONE, 4, 4), new Volume(OTHER, 1, 2));
    assertThat(store.volumes(before)).contains(new Volume(ONE, 13, 6));
    assertThat(store.volumes(NOON.plus(Duration.ofDays(1)))).isEmpty();
  }

  @Test
  void counting_isCompleteSinceTheEndOfTheOldestSample() {
    Instant minute = NOON.plus(Duration.ofMinutes(34));
    Instant now = minute.plusSeconds(20);
    assertThat(store.since(TimeStep.HOUR, now)).isNull();
    // counts that waited while the database was replaced
    store.add(List.of(new Count(ONE, NOON.minus(MINUTE), counts(1, 1))));
    assertThat(store.since(TimeStep.HOUR, now)).isNull();
    store.saveTotalBacklog(minute, Backlog.NONE);
    assertThat(store.since(TimeStep.HOUR, now)).as("the minute goes on").isEqualTo(now);
    Instant end = minute.plus(MINUTE);
    store.saveTotalBacklog(end, Backlog.NONE);
    for (TimeStep step : TimeStep.values()) {
      assertThat(store.since(step, end)).isEqualTo(end);
      assertThat(store.since(step, NOON.plus(Duration.ofDays(1)))).isEqualTo(end);
    }
  }

  @Test
  void counting_isCompleteForAsLongAsStepsAreStored() {
    Instant later = NOON.plus(TimeStep.MINUTE.retention()).plus(Duration.ofHours(1));
    Instant minute = NOON.plus(Duration.ofMinutes(34));
    store.saveTotalBacklog(minute, Backlog.NONE);
    store.saveTotalBacklog(later, Backlog.NONE);
    store.sweep(later);
    assertThat(store.since(TimeStep.MINUTE, later.plus(MINUTE))).isEqualTo(later.plus(MINUTE));
    assertThat(store.since(TimeStep.HOUR, later)).isEqualTo(NOON.plus(Duration.ofHours(1)));
    Instant end = NOON.plus(TimeStep.HOUR.retention()).plusMillis(1);
    store.sweep(end);
    assertThat(store.since(TimeStep.MINUTE, end)).isNull();
    assertThat(store.since(TimeStep.HOUR, end)).isEqualTo(later.plus(Duration.ofHours(1)));
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
  void sweep_removesOldCounts() {
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
  void forget_removesCountsButNotTheTotals() {
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

  private static Backlog backlog(long messages, long seconds) {
    return new Backlog(messages, Duration.ofSeconds(seconds));
  }

  private static AbstractListAssert<?, ?, Tuple, ?> assertBacklogs(List<Entry> entries) {
    return assertThat(entries).extracting(Entry::start, Entry::backlog);
  }

  @Test
  void backlogs_surviveARestart_andTheHourHasTheLargest() {
    Instant next = NOON.plus(MINUTE);
    store.saveBacklogs(NOON, Map.of(ONE, backlog(5, 60), OTHER, backlog(1, 1)));
    store.saveTotalBacklog(NOON, backlog(6, 60));
    close();
    open();
    store.saveBacklogs(next, Map.of(ONE, backlog(3, 120)));
    store.saveTotalBacklog(next, backlog(3, 120));
    assertBacklogs(all(ONE, TimeStep.MINUTE))
        .containsExactly(tuple(NOON, backlog(5, 60)), tuple(next, backlog(3, 120)));
    assertBacklogs(all(ONE, TimeStep.HOUR)).containsExactly(tuple(NOON, backlog(5, 120)));
    assertBacklogs(totals(TimeStep.HOUR)).containsExactly(tuple(NOON, backlog(6, 120)));
    assertThat(store.find(ONE, TimeStep.MINUTE, NOON, next)).hasSize(1);
    assertThat(store.totals(TimeStep.MINUTE, next, next.plus(MINUTE))).hasSize(1);
  }

  @Test
  void sampledMinuteWithoutRow_hasNoBacklog() {
    Instant next = NOON.plus(MINUTE);
    store.saveBacklogs(NOON, Map.of(ONE, backlog(5, 60)));
    assertThat(all(ONE, TimeStep.MINUTE)).as("not sampled completely").isEmpty();
    store.saveTotalBacklog(NOON, backlog(5, 60));
    store.saveTotalBacklog(next, Backlog.NONE);
    assertBacklogs(all(ONE, TimeStep.MINUTE))
        .containsExactly(tuple(NOON, backlog(5, 60)), tuple(next, Backlog.NONE));
    assertThat(all(OTHER, TimeStep.MINUTE)).extracting(Entry::backlog).containsOnly(Backlog.NONE);
  }

  @Test
  void countsAndBacklogs_areJoinedByStep() {
    store.add(List.of(new Count(ONE, NOON, counts(3, 10))));
    store.saveTotalBacklog(NOON, Backlog.NONE);
    store.add(List.of(new Count(ONE, NOON.plus(MINUTE), counts(1, 10))));
    assertBacklogs(all(ONE, TimeStep.MINUTE))
        .containsExactly(tuple(NOON, Backlog.NONE), tuple(NOON.plus(MINUTE), null));
    assertThat(all(ONE, TimeStep.MINUTE).getFirst().counts().deliveredCount()).isEqualTo(3);
  }

  @Test
  void backlogThatIsSavedTwice_isTheLargest() {
    store.saveTotalBacklog(NOON, backlog(5, 10));
    store.saveTotalBacklog(NOON, backlog(2, 30));
    store.saveBacklogs(NOON, Map.of(ONE, backlog(2, 30)));
    store.saveBacklogs(NOON, Map.of(ONE, backlog(5, 10)));
    assertBacklogs(all(ONE, TimeStep.MINUTE)).containsExactly(tuple(NOON, backlog(5, 30)));
    assertBacklogs(totals(TimeStep.MINUTE)).containsExactly(tuple(NOON, backlog(5, 30)));
  }

  @Test
  void sweep_removesOldBacklogs() {
    Instant later = NOON.plus(TimeStep.MINUTE.retention()).plus(MINUTE);
    for (Instant minute : List.of(NOON, later)) {
      store.saveBacklogs(minute, Map.of(ONE, backlog(1, 1)));
      store.saveTotalBacklog(minute, backlog(1, 1));
    }
    store.sweep(later);
    assertThat(all(ONE, TimeStep.MINUTE)).extracting(Entry::start).containsExactly(later);
    assertThat(all(ONE, TimeStep.HOUR)).hasSize(2);
    store.sweep(NOON.plus(TimeStep.HOUR.retention()).plus(MINUTE));
    assertThat(all(ONE, TimeStep.HOUR)).hasSize(1);
  }

  @Test
  void forget_removesBacklogsButNotTheTotals() {
    store.saveBacklogs(NOON, Map.of(ONE, backlog(5, 60), OTHER, backlog(1, 1)));
    store.saveTotalBacklog(NOON, backlog(6, 60));
    store.forget(ONE);
    assertBacklogs(all(ONE, TimeStep.HOUR)).containsExactly(tuple(NOON, Backlog.NONE));
    assertBacklogs(all(OTHER, TimeStep.HOUR)).containsExactly(tuple(NOON, backlog(1, 1)));
    assertBacklogs(totals(TimeStep.HOUR)).containsExactly(tuple(NOON, backlog(6, 60)));
  }
}
