package io.postrider.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.ledger.sql.SqlGapStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gaps go when the entries of their time are gone. */
final class GapPrunerTest {

  private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
  private static final Duration RETENTION = Duration.ofDays(7);

  @TempDir Path folder;
  private Database database;
  private GapStore gaps;
  private Instant now = NOON;
  private @Nullable Instant oldest;
  private GapPruner pruner;

  @BeforeEach
  void open() {
    database = Database.open(DatabaseUrl.sqlite(folder.resolve("cursors.db")), Schema.CURSORS);
    gaps = new SqlGapStore(database);
    pruner = new GapPruner(gaps, () -> Optional.ofNullable(oldest), RETENTION, () -> now);
    LedgerGap gap =
        new LedgerGap(
            new DestinationId(1), 0, NOON.minusSeconds(60), NOON, 4, 7, 2, GapReason.NOT_WRITTEN);
    database.change(handle -> SqlGapStore.save(handle, gap));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private List<LedgerGap> leftAfterStep() {
    assertThat(pruner.step()).isFalse();
    return gaps.since(Instant.EPOCH);
  }

  @Test
  void gap_staysWhileTheLedgerHasEntriesOfItsTime() {
    oldest = NOON;
    now = NOON.plus(RETENTION.multipliedBy(2));
    assertThat(leftAfterStep()).hasSize(1);
    oldest = NOON.plusMillis(1);
    assertThat(leftAfterStep()).isEmpty();
  }

  @Test
  void gapOfALedgerThatDeletedNothing_staysForTheRetention() {
    now = NOON.plus(RETENTION);
    assertThat(leftAfterStep()).hasSize(1);
    now = NOON.plus(RETENTION).plusMillis(1);
    assertThat(leftAfterStep()).isEmpty();
  }
}
