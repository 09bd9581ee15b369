package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.ledger.LedgerGap;
import io.postrider.server.ledger.sql.SqlGapStore;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a flush saves beside cursors, while claims end and begin. */
class FlushedClaimsTest extends FlushTests {

  /** Claims both partitions and lets a message fail in the second. */
  private List<PartitionClaim> claimAndFail() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.status(404));
    apply(to(receiver));
    List<PartitionClaim> claims = List.of(claim(0), claim(1));
    sendTo(1, 1);
    await().until(() -> ask(loop -> failed(worker(loop))) == 1);
    return claims;
  }

  private static long failed(DestinationWorker worker) {
    return worker.deliveries().stream().mapToLong(one -> one.machine().failed()).sum();
  }

  /** The destination loses a message, as if the log had deleted it. */
  private void loseMessage(PartitionClaim claim) {
    ask(
        loop -> {
          worker(loop).tally().lost(claim.partition(), 0, 1);
          loop.workers().markDirty(worker(loop));
          return true;
        });
  }

  private List<Integer> partitionsOfHealth() {
    return cursorDatabase().list(Integer.class, "select log_partition from delivery_health");
  }

  @Test
  void healthAndLosses_areSavedWithTheNextClaim_ifTheFirstEndsMeanwhile() {
    List<PartitionClaim> claims = claimAndFail();
    loseMessage(claims.getLast());
    whenRecording(() -> lose(claims.getFirst()));
    flusher.flushNow();
    assertThat(partitionsOfHealth()).containsExactly(1);
    assertThat(store.losses()).containsEntry(ID, 1L);
  }

  @Test
  void healthAndLosses_areSavedWithTheNextClaim_ifTheFirstIsRefused() {
    List<PartitionClaim> claims = claimAndFail();
    loseMessage(claims.getLast());
    assertThat(cursorStore().claim(0).token().epoch()).isEqualTo(2);
    flusher.flushNow();
    assertThat(lost).containsExactly(claims.getFirst());
    assertThat(partitionsOfHealth()).containsExactly(1);
    assertThat(store.losses()).containsEntry(ID, 1L);
  }

  @Test
  void healthAndLosses_areSavedByTheNextFlush_ifAllClaimsEndMeanwhile() {
    List<PartitionClaim> claims = claimAndFail();
    loseMessage(claims.getLast());
    whenRecording(() -> claims.forEach(this::lose));
    flusher.flushNow();
    assertThat(partitionsOfHealth()).isEmpty();
    assertThat(store.losses()).isEmpty();

    PartitionClaim next = claim(0);
    assertThat(next.saved().health()).isEmpty();
    flusher.flushNow();
    assertThat(partitionsOfHealth()).containsExactly(0);
    assertThat(store.losses()).containsEntry(ID, 1L);
  }

  @Test
  void losses_countOnce_ifALaterClaimIsRefused() {
    List<PartitionClaim> claims = claimAndFail();
    loseMessage(claims.getFirst());
    assertThat(cursorStore().claim(1).token().epoch()).isEqualTo(2);
    flusher.flushNow();
    assertThat(lost).containsExactly(claims.getLast());
    flusher.flushNow();
    assertThat(store.losses()).containsEntry(ID, 1L);
  }

  private List<LedgerGap> gaps() {
    return new SqlGapStore(cursorDatabase()).since(Instant.EPOCH);
  }

  /** A destination with a waiting message is deleted while nobody delivers its partition. */
  private void deleteWithWaitingMessage() {
    apply(destination(1, ALWAYS, true, "http://127.0.0.1:1/"));
    PartitionClaim before = claim(0);
    sendTo(0, 3);
    awaitRead(before);
    flusher.flushNow();
    lose(before);
    apply();
  }

  @Test
  void gapOfAPartitionThatIsBeingRestored_isSavedOnceItIsSaved() {
    deleteWithWaitingMessage();
    PartitionClaim claim = restore(0);
    flusher.flushNow();
    assertThat(gaps()).isEmpty();

    follow(claim);
    flusher.flushNow();
    assertThat(gaps()).singleElement().extracting(LedgerGap::count).isEqualTo(3L);
  }

  @Test
  void gapOfAPartitionThatIsBeingRestored_staysWhileAnotherIsSaved() {
    deleteWithWaitingMessage();
    claim(1);
    PartitionClaim claim = restore(0);
    flusher.flushNow();
    store.unavailable(true);
    follow(claim);
    assertThatThrownBy(() -> flusher.flushNow()).isInstanceOf(DatabaseUnavailableException.class);
    store.unavailable(false);
    flusher.flushNow();
    assertThat(gaps()).hasSize(1);
  }
}
