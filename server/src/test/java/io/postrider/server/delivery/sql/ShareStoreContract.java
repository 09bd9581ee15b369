package io.postrider.server.delivery.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.limits.LimitKey;
import io.postrider.server.delivery.limits.ShareRequest;
import io.postrider.server.delivery.limits.ShareStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The behaviour of stores of shares on every database. */
abstract class ShareStoreContract {

  private static final LimitKey KEY =
      new LimitKey(new DestinationId(-7), LimitKey.Kind.CONCURRENCY);
  private static final LimitKey RATE = new LimitKey(new DestinationId(-7), LimitKey.Kind.RATE);

  private Database database;
  private ShareStore store;

  /** An empty database; the same one at every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CURSORS);
    store = new SqlShareStore(database);
  }

  @AfterEach
  void close() {
    database.change(handle -> handle.execute("delete from limit_share"));
    database.close();
  }

  private static ShareRequest request(LimitKey key, long limit, long wanted, long inUse) {
    return new ShareRequest(key, limit, wanted, inUse, limit);
  }

  private long lease(String node, long limit, long wanted, long inUse) {
    return amount(store.lease(node, List.of(request(KEY, limit, wanted, inUse))), KEY);
  }

  private static long amount(ShareStore.Lease lease, LimitKey key) {
    return Objects.requireNonNull(lease.grants().get(key)).amount();
  }

  @Test
  void shares_areLeasedOnce_andMoveWhenTheyAreNotUsed() {
    assertThat(lease("one", 1, 1, 0)).isEqualTo(1);
    assertThat(lease("other", 1, 1, 0)).isZero();
    assertThat(lease("one", 1, 0, 1)).as("given up, and still used").isZero();
    assertThat(lease("other", 1, 1, 0)).isZero();
    assertThat(lease("one", 1, 0, 0)).isZero();
    assertThat(lease("other", 1, 1, 0)).isEqualTo(1);
  }

  @Test
  void limits_areIndependent_andNodesAreCounted() {
    store.lease("one", List.of(request(KEY, 1, 1, 0)));
    ShareStore.Lease lease =
        store.lease("other", List.of(request(KEY, 1, 1, 0), request(RATE, 5_000, 5_000, 0)));
    assertThat(lease.nodes()).isEqualTo(2);
    assertThat(amount(lease, KEY)).isZero();
    assertThat(amount(lease, RATE)).isEqualTo(5_000);
    assertThat(lease.grants().get(RATE))
        .isEqualTo(new ShareStore.Grant(5_000, ShareStore.LEASE.toMillis()));
  }

  @Test
  void releasedShares_areFree() {
    lease("one", 3, 3, 0);
    store.release("one");
    assertThat(lease("other", 3, 3, 0)).isEqualTo(3);
  }

  @Test
  void endedLease_isFree() {
    lease("one", 3, 3, 0);
    database.change(
        handle -> handle.execute("update limit_share set until_millis = until_millis - 10000"));
    assertThat(lease("other", 3, 3, 0)).isEqualTo(3);
    assertThat(lease("one", 3, 3, 3)).as("too late").isZero();
  }

  @Test
  void nodesAtTheSameTime_getTheLimitOnce() throws Exception {
    int nodes = 8;
    try (ExecutorService threads = Executors.newFixedThreadPool(nodes)) {
      for (int round = 0; round < 5; round++) {
        database.change(handle -> handle.execute("delete from limit_share"));
        List<Future<Long>> granted = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
          String node = "node-" + i;
          granted.add(threads.submit(() -> lease(node, 5, 5, 0)));
        }
        long sum = 0;
        for (Future<Long> one : granted) {
          sum += one.get();
        }
        assertThat(sum).isEqualTo(5);
      }
    }
  }
}
