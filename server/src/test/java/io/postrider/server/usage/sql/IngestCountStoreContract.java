package io.postrider.server.usage.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStep;
import io.postrider.server.usage.IngestCountStore;
import io.postrider.server.usage.IngestCountStore.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of ingest count stores, for every database. */
abstract class IngestCountStoreContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private Database database;
  private IngestCountStore store;

  /** The URL of this test's database, the same for every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.STATISTICS);
    store = new SqlIngestCountStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private List<Count> all(TimeStep step) {
    return store.find(step, Instant.EPOCH, NOON.plus(Duration.ofDays(365)));
  }

  @Test
  void counts_addUpAcrossRestartsByTheMinuteAndTheHour() {
    store.add(List.of(new Count(NOON, 5, 1), new Count(NOON.plus(MINUTE), 2, 0)));
    close();
    open();
    store.add(List.of(new Count(NOON, 10, 0), new Count(NOON.plus(Duration.ofHours(1)), 0, 7)));
    assertThat(all(TimeStep.MINUTE))
        .containsExactly(
            new Count(NOON, 15, 1),
            new Count(NOON.plus(MINUTE), 2, 0),
            new Count(NOON.plus(Duration.ofHours(1)), 0, 7));
    assertThat(all(TimeStep.HOUR))
        .containsExactly(new Count(NOON, 17, 1), new Count(NOON.plus(Duration.ofHours(1)), 0, 7));
    assertThat(store.find(TimeStep.MINUTE, NOON, NOON.plus(MINUTE))).hasSize(1);
  }

  @Test
  void sweep_deletesOldCountsByStep() {
    store.add(List.of(new Count(NOON, 1, 1)));
    store.sweep(NOON.plus(TimeStep.MINUTE.retention()));
    assertThat(all(TimeStep.MINUTE)).hasSize(1);
    store.sweep(NOON.plus(TimeStep.MINUTE.retention()).plusMillis(1));
    assertThat(all(TimeStep.MINUTE)).isEmpty();
    assertThat(all(TimeStep.HOUR)).hasSize(1);
    store.sweep(NOON.plus(TimeStep.HOUR.retention()).plusMillis(1));
    assertThat(all(TimeStep.HOUR)).isEmpty();
  }
}
