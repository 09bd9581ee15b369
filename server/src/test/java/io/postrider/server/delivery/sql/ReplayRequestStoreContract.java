package io.postrider.server.delivery.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.Replay;
import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.replay.ReplayRequest;
import io.postrider.server.delivery.replay.ReplayRequestStore;
import io.postrider.server.delivery.replay.ReplayStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The behaviour of stores of replay requests on every database. */
abstract class ReplayRequestStoreContract {

  private static final DestinationId ONE = new DestinationId(-1);
  private static final ReplayRequest FIRST =
      new ReplayRequest(ONE, 0, new Replay(5, 10, 20, true), false);
  private static final ReplayRequest SECOND =
      new ReplayRequest(ONE, 1, new Replay(5, 0, 7, true), false);

  private Database database;
  private ReplayRequestStore store;

  /** An empty database; the same one at every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CURSORS);
    store = new SqlReplayRequestStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static ReplayRequest cancelled(ReplayRequest part) {
    return new ReplayRequest(part.destination(), part.partition(), part.replay(), true);
  }

  @Test
  void order_isSavedWithItsParts() {
    store.order(ONE, 5, "all", List.of(FIRST, SECOND));
    assertThat(new SqlReplayStore(database).find(ONE).orders()).isEqualTo(Map.of(5L, "all"));
    assertThat(store.all()).containsExactlyInAnyOrder(FIRST, SECOND);
    assertThat(store.of(ONE)).containsExactlyInAnyOrder(FIRST, SECOND);
    assertThat(store.of(new DestinationId(2))).isEmpty();
  }

  @Test
  void cancelledParts_areMarked_alsoThoseThatWereNotThere() {
    store.order(ONE, 5, "all", List.of(FIRST));
    store.cancel(List.of(FIRST, SECOND));
    assertThat(store.all()).containsExactlyInAnyOrder(cancelled(FIRST), cancelled(SECOND));
  }

  @Test
  void unstartedPart_endsAsCancelled() {
    Instant now = Instant.ofEpochMilli(123);
    store.order(ONE, 5, "all", List.of(FIRST, SECOND));
    assertThat(store.isEnded(FIRST)).isFalse();
    store.endUnstarted(FIRST, now);
    assertThat(store.isEnded(FIRST)).isTrue();
    assertThat(store.isEnded(SECOND)).isFalse();
    assertThat(store.all()).containsExactly(SECOND);
    List<ReplayStatus.Part> ended = new SqlReplayStore(database).find(ONE).ended();
    assertThat(ended).hasSize(1);
    assertThat(ended.getFirst().progress().cancelled()).isTrue();
    assertThat(ended.getFirst().endedAt()).isEqualTo(now);
    store.remove(SECOND);
    assertThat(store.all()).isEmpty();
  }
}
