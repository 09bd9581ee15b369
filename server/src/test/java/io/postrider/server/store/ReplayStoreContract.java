package io.postrider.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.LogIdentity;
import io.postrider.route.DestinationId;
import io.postrider.server.deliver.CursorStore;
import io.postrider.server.deliver.ReplayStore;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store of replays' wordings does, on whatever database. */
abstract class ReplayStoreContract {

  private static final DestinationId ONE = new DestinationId(-1);
  private static final DestinationId OTHER = new DestinationId(2);

  private Database database;
  private ReplayStore store;

  /** Where this test's empty database is; the same place when asked again. */
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
  void wordings_areKeptAcrossRestarts() {
    store.keep(ONE, 1, "{\"a\":\"\\u0000 Grüße\"}");
    store.keep(OTHER, 1, "other");
    store.keep(ONE, 2, "first");
    store.keep(ONE, 2, "again");
    close();
    open();
    assertThat(store.find(ONE)).isEqualTo(Map.of(1L, "{\"a\":\"\\u0000 Grüße\"}", 2L, "again"));
    assertThat(store.find(new DestinationId(9))).isEmpty();
  }

  @Test
  void newest_areKeptUpToTheBound() {
    for (long id = 1; id <= ReplayStore.MOST_KEPT + 1; id++) {
      store.keep(ONE, id, "x");
    }
    store.keep(OTHER, 1, "x");
    assertThat(store.find(ONE)).hasSize(ReplayStore.MOST_KEPT).doesNotContainKey(1L);
    assertThat(store.find(OTHER)).hasSize(1);
  }

  @Test
  void wordings_goWithTheCursors() {
    store.keep(ONE, 1, "x");
    store.keep(OTHER, 1, "x");
    CursorStore cursors = new SqlCursorStore(database);
    long epoch = cursors.claim(0).epoch();
    cursors.keep(
        new CursorStore.Change(
            0, new LogIdentity(new UUID(1, 2)), epoch, 5, Map.of(), Map.of(), List.of(ONE)));
    assertThat(store.find(ONE)).isEmpty();
    assertThat(store.find(OTHER)).hasSize(1);
    cursors.reset();
    assertThat(store.find(OTHER)).isEmpty();
  }
}
