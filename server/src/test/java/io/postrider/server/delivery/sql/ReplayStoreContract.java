package io.postrider.server.delivery.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import io.postrider.log.LogIdentity;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.CursorStore;
import io.postrider.server.delivery.FencingToken;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.ReplayStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The behaviour of replay stores on every database. */
abstract class ReplayStoreContract {

  private static final DestinationId ONE = new DestinationId(-1);
  private static final DestinationId OTHER = new DestinationId(2);

  private Database database;
  private ReplayStore store;

  /** An empty database; the same one at every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CURSORS);
    store = new SqlReplayStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void orders_surviveARestart() {
    store.save(ONE, 1, "{\"a\":\"\\u0000 Grüße\"}");
    store.save(OTHER, 1, "other");
    store.save(ONE, 2, "first");
    store.save(ONE, 2, "again");
    close();
    open();
    assertThat(store.find(ONE).orders())
        .isEqualTo(Map.of(1L, "{\"a\":\"\\u0000 Grüße\"}", 2L, "again"));
    assertThat(store.find(new DestinationId(9)).orders()).isEmpty();
  }

  @Test
  void endedReplays_areSavedWithTheCursors() {
    ReplayStatus.Part first =
        ended(ONE, 1, 0, new ReplayProgress(new Replay(1, 5, 90, true), 90, 8, 4, 2, 1, true));
    ReplayStatus.Part otherPartition =
        ended(ONE, 1, 1, new ReplayProgress(new Replay(1, 0, 7, true), 7, 0, 0, 0, 0, false));
    ReplayStatus.Part next =
        ended(
            ONE,
            Long.MAX_VALUE,
            0,
            new ReplayProgress(
                new Replay(Long.MAX_VALUE, 0, Long.MAX_VALUE, false), 3, 1L << 40, 2, 1, 0, false));
    store.save(ONE, 1, "x");
    save(List.of(first, otherPartition), List.of());
    save(List.of(next, first), List.of());
    close();
    open();
    assertThat(store.find(ONE).ended()).containsExactly(first, otherPartition, next);
    assertThat(store.find(OTHER).ended()).isEmpty();
  }

  private static ReplayStatus.Part ended(
      DestinationId destination, long atMillis, int partition, ReplayProgress progress) {
    return new ReplayStatus.Part(destination, partition, progress, Instant.ofEpochMilli(atMillis));
  }

  private static ReplayStatus.Part ended(DestinationId destination, long replay) {
    return ended(
        destination,
        1,
        0,
        new ReplayProgress(new Replay(replay, 0, 1, false), 1, 1, 1, 0, 0, false));
  }

  private void save(List<ReplayStatus.Part> ended, List<DestinationId> removed) {
    CursorStore cursors = new SqlCursorStore(database);
    FencingToken token = cursors.claim(0).token();
    cursors.save(
        new CursorStore.Change(
            0,
            new LogIdentity(new UUID(1, 2)),
            token,
            5,
            Map.of(),
            Map.of(),
            Map.of(),
            ended,
            Map.of(),
            List.of(),
            removed,
            List.of()));
  }

  @Test
  void newestReplays_areStoredUpToTheBound() {
    for (long id = 1; id <= ReplayStore.MAX_PER_DESTINATION + 1; id++) {
      store.save(ONE, id, "x");
      save(List.of(ended(ONE, id)), List.of());
    }
    store.save(ONE, ReplayStore.MAX_PER_DESTINATION + 2L, "x");
    store.save(OTHER, 1, "x");
    assertThat(store.find(ONE).orders())
        .hasSize(ReplayStore.MAX_PER_DESTINATION)
        .doesNotContainKeys(1L, 2L)
        .containsKey(3L);
    assertThat(store.find(ONE).ended())
        .extracting(ReplayStatus.Part::id)
        .hasSize(ReplayStore.MAX_PER_DESTINATION - 1)
        .doesNotContain(1L, 2L);
    assertThat(store.find(OTHER).orders()).hasSize(1);
  }

  @Test
  void replays_areDeletedWithTheCursors() {
    store.save(ONE, 1, "x");
    store.save(OTHER, 1, "x");
    save(List.of(ended(ONE, 1), ended(OTHER, 1)), List.of());
    save(List.of(), List.of(ONE));
    ReplayStore.Saved nothing = new ReplayStore.Saved(Map.of(), List.of());
    assertThat(store.find(ONE)).isEqualTo(nothing);
    assertThat(store.find(OTHER))
        .isEqualTo(new ReplayStore.Saved(Map.of(1L, "x"), List.of(ended(OTHER, 1))));
    new SqlCursorStore(database).reset();
    assertThat(store.find(OTHER)).isEqualTo(nothing);
  }
}
