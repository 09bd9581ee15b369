package io.postrider.server.delivery.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.PostgresServer;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.CursorClock;
import io.postrider.server.delivery.CursorStore;
import io.postrider.server.delivery.FencingToken;
import io.postrider.server.delivery.LostOwnershipException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(120)
final class PostgresCursorStoreIT extends CursorStoreContract {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofMinutes(1);

  @Override
  DatabaseUrl url() {
    return POSTGRES.url();
  }

  private static CursorStore store(Database database, Duration lockPatience) {
    return new SqlCursorStore(database, CursorClock.NONE, lockPatience);
  }

  private static CursorStore.Change position(FencingToken token, long position) {
    return change(token, position, Map.of(), Map.of());
  }

  /** A save of a node that is frozen between the statements and the commit, until it goes on. */
  private static final class FrozenSave implements AutoCloseable {

    private final CountDownLatch frozen = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final CompletableFuture<Void> saving;

    FrozenSave(Database database, CursorStore store, CursorStore.Change change) {
      Runnable save =
          () -> {
            store.save(change);
            frozen.countDown();
            awaitZero(goesOn);
          };
      saving = CompletableFuture.runAsync(() -> database.inTransaction(save));
      awaitZero(frozen);
    }

    private static void awaitZero(CountDownLatch latch) {
      try {
        assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    CompletableFuture<Void> goOn() {
      goesOn.countDown();
      return saving;
    }

    @Override
    public void close() {
      goesOn.countDown();
    }
  }

  @Test
  void frozenSave_losesTheRowOfItsPartition_andIsRefusedLater() {
    try (Database frozen = Database.open(url(), Schema.CURSORS, SHORT);
        Database other = Database.open(url(), Schema.CURSORS)) {
      CursorStore former = store(frozen, LONG);
      FencingToken token = former.claim(0).token();
      former.save(position(token, 3));
      try (FrozenSave save = new FrozenSave(frozen, former, position(token, 5))) {
        CursorStore.Saved claimed = store(other, LONG).claim(0);
        assertThat(claimed.token().epoch()).isEqualTo(token.epoch() + 1);
        assertThat(claimed.position()).isEqualTo(3);
        assertThatThrownBy(save.goOn()::join)
            .hasCauseInstanceOf(DatabaseUnavailableException.class)
            .hasMessageContaining("idle-in-transaction timeout");
      }
      assertThatThrownBy(() -> former.save(position(token, 7)))
          .isInstanceOfSatisfying(
              LostOwnershipException.class, lost -> assertThat(lost.isToAnotherNode()).isTrue());
    }
  }

  @Test
  void claimOfALockedPartition_failsSoon_soThatOthersAreClaimed() {
    try (Database frozen = Database.open(url(), Schema.CURSORS, LONG);
        Database other = Database.open(url(), Schema.CURSORS)) {
      CursorStore former = store(frozen, LONG);
      FencingToken token = former.claim(0).token();
      CursorStore next = store(other, SHORT);
      try (FrozenSave save = new FrozenSave(frozen, former, position(token, 5))) {
        assertThatThrownBy(() -> next.claim(0))
            .isInstanceOf(DatabaseUnavailableException.class)
            .hasMessageContaining("lock timeout");
        assertThat(next.claim(1).token().epoch()).isEqualTo(1);
        save.goOn().join();
      }
      assertThat(next.claim(0).position()).isEqualTo(5);
    }
  }

  @Test
  void reader_mayDoNothingForLong() {
    try (Database database = Database.open(url(), Schema.CURSORS, SHORT)) {
      String timeout = "select current_setting('idle_in_transaction_session_timeout')";
      assertThat(database.list(String.class, timeout)).containsExactly("300ms");
      assertThat(database.<String>read(handle -> handle.select(timeout).mapTo(String.class).one()))
          .isEqualTo("0");
    }
  }
}
