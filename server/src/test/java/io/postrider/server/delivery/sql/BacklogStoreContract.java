package io.postrider.server.delivery.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.BacklogStore;
import io.postrider.server.delivery.stats.BacklogStore.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store of backlogs does, on whatever database. */
abstract class BacklogStoreContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant NEXT = NOON.plus(Duration.ofMinutes(1));
  private static final Instant END = NOON.plus(Duration.ofDays(365));
  private static final DestinationId ONE = new DestinationId(-1);
  private static final DestinationId OTHER = new DestinationId(2);

  private Database database;
  private BacklogStore store;

  /** Where this test's empty database is; the same place when asked again. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.STATISTICS);
    store = new SqlBacklogStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Backlog backlog(long messages, long seconds) {
    return new Backlog(messages, Duration.ofSeconds(seconds));
  }

  private List<Entry> all(DestinationId destination, TimeStep step) {
    return store.find(destination, step, Instant.EPOCH, END);
  }

  @Test
  void minutes_areKeptAcrossRestartsAndTheHourHasTheMost() {
    store.save(NOON, Map.of(ONE, backlog(5, 60), OTHER, backlog(1, 1)));
    store.saveTotal(NOON, backlog(6, 60));
    close();
    open();
    store.save(NEXT, Map.of(ONE, backlog(3, 120)));
    store.saveTotal(NEXT, backlog(3, 120));
    assertThat(all(ONE, TimeStep.MINUTE))
        .containsExactly(new Entry(NOON, backlog(5, 60)), new Entry(NEXT, backlog(3, 120)));
    assertThat(all(ONE, TimeStep.HOUR)).containsExactly(new Entry(NOON, backlog(5, 120)));
    assertThat(store.totals(TimeStep.HOUR, Instant.EPOCH, END))
        .containsExactly(new Entry(NOON, backlog(6, 120)));
    assertThat(store.find(ONE, TimeStep.MINUTE, NOON, NEXT)).hasSize(1);
    assertThat(store.totals(TimeStep.MINUTE, NEXT, END))
        .containsExactly(new Entry(NEXT, backlog(3, 120)));
  }

  /** Nothing waited where nobody wrote of it; unless nobody looked. */
  @Test
  void minuteThatWasLookedAt_isKnownToHaveNone() {
    store.save(NOON, Map.of(ONE, backlog(5, 60)));
    assertThat(all(ONE, TimeStep.MINUTE)).as("not looked at as a whole").isEmpty();
    store.saveTotal(NOON, backlog(5, 60));
    store.saveTotal(NEXT, Backlog.NONE);
    assertThat(all(ONE, TimeStep.MINUTE))
        .extracting(Entry::most)
        .containsExactly(backlog(5, 60), Backlog.NONE);
    assertThat(all(OTHER, TimeStep.MINUTE)).extracting(Entry::most).containsOnly(Backlog.NONE);
  }

  @Test
  void minuteThatIsKeptTwice_hasTheMost() {
    store.saveTotal(NOON, backlog(5, 10));
    store.saveTotal(NOON, backlog(2, 30));
    store.save(NOON, Map.of(ONE, backlog(2, 30)));
    store.save(NOON, Map.of(ONE, backlog(5, 10)));
    assertThat(all(ONE, TimeStep.MINUTE)).containsExactly(new Entry(NOON, backlog(5, 30)));
    assertThat(store.totals(TimeStep.MINUTE, NOON, END))
        .containsExactly(new Entry(NOON, backlog(5, 30)));
  }

  @Test
  void sweep_removesWhatIsOldByItsKind() {
    Instant later = NOON.plus(TimeStep.MINUTE.retention()).plusSeconds(60);
    for (Instant minute : List.of(NOON, later)) {
      store.save(minute, Map.of(ONE, backlog(1, 1)));
      store.saveTotal(minute, backlog(1, 1));
    }
    store.sweep(later);
    assertThat(all(ONE, TimeStep.MINUTE)).extracting(Entry::start).containsExactly(later);
    assertThat(all(ONE, TimeStep.HOUR)).hasSize(2);
    store.sweep(NOON.plus(TimeStep.HOUR.retention()).plusSeconds(60));
    assertThat(all(ONE, TimeStep.HOUR)).hasSize(1);
  }

  @Test
  void forgotten_isGoneFromAllButTheTotals() {
    store.save(NOON, Map.of(ONE, backlog(5, 60), OTHER, backlog(1, 1)));
    store.saveTotal(NOON, backlog(6, 60));
    store.forget(ONE);
    assertThat(all(ONE, TimeStep.HOUR)).containsExactly(new Entry(NOON, Backlog.NONE));
    assertThat(all(OTHER, TimeStep.HOUR)).containsExactly(new Entry(NOON, backlog(1, 1)));
    assertThat(store.totals(TimeStep.HOUR, NOON, END))
        .containsExactly(new Entry(NOON, backlog(6, 60)));
  }
}
