package io.postrider.server.delivery.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.id.DestinationId;
import io.postrider.log.LogIdentity;
import io.postrider.server.background.RepeatedRecords;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.CursorClock;
import io.postrider.server.delivery.CursorStore;
import io.postrider.server.delivery.FencingToken;
import io.postrider.server.delivery.LostOwnershipException;
import io.postrider.server.ops.BootClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The behaviour of cursor stores on every database. */
abstract class CursorStoreContract {

  private static final LogIdentity LOG = new LogIdentity(new UUID(1, 2));
  private static final DestinationId ONE = new DestinationId(-1);
  private static final DestinationId OTHER = new DestinationId(2);
  private static final byte[] AT_POSITION = {};

  private Database database;
  private CursorStore store;

  /** An empty database; the same one at every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CURSORS);
    store = new SqlCursorStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static List<String> failures(CursorStore.Saved saved, DestinationId destination) {
    return saved.failures().getOrDefault(destination, List.of()).stream()
        .map(chunk -> chunk.key() + " " + Arrays.toString(chunk.bytes()))
        .toList();
  }

  static CursorStore.Change change(
      FencingToken token,
      long position,
      Map<DestinationId, byte[]> cursors,
      Map<DestinationId, List<EncodedFailureChunk>> marks,
      DestinationId... forgotten) {
    return new CursorStore.Change(
        0,
        LOG,
        token,
        position,
        cursors,
        marks,
        Map.of(),
        List.of(),
        Map.of(),
        List.of(),
        List.of(forgotten),
        List.of());
  }

  private static CursorStore.Change health(
      FencingToken token, Map<DestinationId, byte[]> health, DestinationId... forgotten) {
    return new CursorStore.Change(
        0,
        LOG,
        token,
        5,
        Map.of(),
        Map.of(),
        health,
        List.of(),
        Map.of(),
        List.of(),
        List.of(forgotten),
        List.of());
  }

  private static CursorStore.Change losses(FencingToken token, Map<DestinationId, Long> losses) {
    return new CursorStore.Change(
        0, LOG, token, 5, Map.of(), Map.of(), Map.of(), List.of(), losses, List.of(), List.of(),
        List.of());
  }

  @Test
  void losses_addUp_andEndWithTheDestination() {
    FencingToken token = store.claim(0).token();
    assertThat(store.losses()).isEmpty();
    store.save(losses(token, Map.of(ONE, 2L, OTHER, 1L)));
    store.save(losses(token, Map.of(ONE, 3L)));
    assertThat(store.losses()).isEqualTo(Map.of(ONE, 5L, OTHER, 1L));
    store.save(change(token, 1, Map.of(), Map.of(), OTHER));
    store.reset();
    assertThat(store.losses()).isEqualTo(Map.of(ONE, 5L));
  }

  @Test
  void duplicates_addUp_andEndWithAReset() {
    FencingToken token = store.claim(0).token();
    store.save(duplicates(token, 3L, 9L));
    store.save(duplicates(token, 9L, 12L));
    assertThat(store.claim(0).duplicates()).containsExactlyInAnyOrder(3L, 9L, 12L);
    assertThat(store.claim(1).duplicates()).isEmpty();
    assertThatThrownBy(() -> store.save(duplicates(token, 15L)))
        .isInstanceOf(LostOwnershipException.class);
    assertThat(store.claim(0).duplicates()).hasSize(3);
    store.reset();
    assertThat(store.claim(0).duplicates()).isEmpty();
  }

  @Test
  void duplicatesThatTheLogDeleted_areForgotten() {
    store.save(duplicates(store.claim(0).token(), 3L, 9L, 12L));
    store.forgetDuplicates(0, 9);
    store.forgetDuplicates(1, 100);
    assertThat(store.claim(0).duplicates()).containsExactlyInAnyOrder(9L, 12L);
  }

  @Test
  void savedRepeats_areReadByOthers() {
    RepeatedRecords repeats = new SqlRepeatedRecords(database);
    assertThat(repeats.knownTo(0)).isZero();
    store.save(duplicates(store.claim(0).token(), 3L, 9L, 12L));
    assertThat(repeats.knownTo(0)).isEqualTo(20);
    assertThat(repeats.knownTo(1)).isZero();
    assertThat(repeats.between(0, 3, 12)).containsExactlyInAnyOrder(3L, 9L);
    assertThat(repeats.between(0, 4, 9)).isEmpty();
    assertThat(repeats.between(1, 0, 100)).isEmpty();
  }

  private static CursorStore.Change duplicates(FencingToken token, Long... offsets) {
    return new CursorStore.Change(
        0,
        LOG,
        token,
        20,
        Map.of(),
        Map.of(),
        Map.of(),
        List.of(),
        Map.of(),
        List.of(offsets),
        List.of(),
        List.of());
  }

  @Test
  void lossesOfAnEarlierOwner_areNotAdded() {
    FencingToken earlier = store.claim(0).token();
    store.claim(0);
    assertThatThrownBy(() -> store.save(losses(earlier, Map.of(ONE, 2L))))
        .isInstanceOf(LostOwnershipException.class);
    assertThat(store.losses()).isEmpty();
  }

  @Test
  void stepOfTheClockSinceTheSave_isKnown(@TempDir Path folder) throws IOException {
    AtomicLong wall = new AtomicLong(50_000_000);
    Files.createDirectories(folder.resolve("sys/kernel/random"));
    Files.writeString(folder.resolve("sys/kernel/random/boot_id"), "9b2e");
    Files.writeString(folder.resolve("uptime"), "100.00 1.00");
    CursorClock clock =
        new CursorClock(BootClock.of(folder), () -> Instant.ofEpochMilli(wall.get()));
    CursorStore timed = new SqlCursorStore(database, clock);
    CursorStore.Saved first = timed.claim(0);
    assertThat(first.clockStepMillis()).as("never saved").isZero();
    timed.save(change(first.token(), 1, Map.of(), Map.of()));
    Files.writeString(folder.resolve("uptime"), "160.00 1.00");
    wall.set(50_060_000 - 3_600_000);
    assertThat(timed.claim(0).clockStepMillis()).isEqualTo(-3_600_000);
    Files.writeString(folder.resolve("sys/kernel/random/boot_id"), "another");
    assertThat(timed.claim(0).clockStepMillis()).isZero();
    // a save without the clock makes it unknown
    store.save(change(store.claim(0).token(), 1, Map.of(), Map.of()));
    Files.writeString(folder.resolve("sys/kernel/random/boot_id"), "9b2e");
    assertThat(timed.claim(0).clockStepMillis()).isZero();
  }

  @Test
  void emptyStore_knowsNoLog() {
    CursorStore.Saved saved = store.claim(0);
    assertThat(saved.log()).isNull();
    assertThat(saved.cursors()).isEmpty();
    assertThat(saved.failures()).isEmpty();
    assertThat(saved.token().epoch()).isEqualTo(1);
  }

  @Test
  void savedState_isReadByTheNextOwnerUnderAGreaterEpoch() {
    FencingToken token = store.claim(0).token();
    store.save(
        change(
            token,
            Long.MAX_VALUE - 1,
            Map.of(ONE, bytes(0, -1, 127), OTHER, AT_POSITION),
            Map.of(
                ONE,
                List.of(
                    new EncodedFailureChunk(7, bytes(1)),
                    new EncodedFailureChunk(1L << 47, bytes(2))))));
    close();
    open();
    CursorStore.Saved saved = store.claim(0);
    assertThat(saved.log()).isEqualTo(LOG);
    assertThat(saved.position()).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(saved.token().epoch()).isEqualTo(token.epoch() + 1);
    assertThat(saved.cursors()).containsOnlyKeys(ONE, OTHER);
    assertThat(saved.cursors().get(ONE)).isEqualTo(bytes(0, -1, 127));
    assertThat(saved.cursors().get(OTHER)).isEmpty();
    assertThat(failures(saved, ONE)).containsExactly("7 [1]", "140737488355328 [2]");
  }

  @Test
  void change_changesNothingElse() {
    FencingToken token = store.claim(0).token();
    store.save(
        change(
            token,
            5,
            Map.of(ONE, bytes(1), OTHER, bytes(2)),
            Map.of(
                ONE,
                List.of(
                    new EncodedFailureChunk(1, bytes(1)), new EncodedFailureChunk(2, bytes(2))))));
    store.save(
        change(
            token,
            6,
            Map.of(ONE, bytes(3)),
            Map.of(
                ONE,
                List.of(new EncodedFailureChunk(1, null), new EncodedFailureChunk(2, bytes(4))))));
    CursorStore.Saved saved = store.claim(0);
    assertThat(saved.position()).isEqualTo(6);
    assertThat(saved.cursors().get(ONE)).isEqualTo(bytes(3));
    assertThat(saved.cursors().get(OTHER)).isEqualTo(bytes(2));
    assertThat(failures(saved, ONE)).containsExactly("2 [4]");
  }

  @Test
  void formerOwner_isRefusedAndChangesNothing() {
    FencingToken former = store.claim(0).token();
    store.save(change(former, 5, Map.of(ONE, bytes(1)), Map.of()));
    FencingToken owner = store.claim(0).token();
    assertThatThrownBy(() -> store.save(change(former, 9, Map.of(ONE, bytes(2)), Map.of(), OTHER)))
        .isInstanceOf(LostOwnershipException.class);
    store.save(change(owner, 7, Map.of(), Map.of()));
    CursorStore.Saved saved = store.claim(0);
    assertThat(saved.position()).isEqualTo(7);
    assertThat(saved.cursors().get(ONE)).isEqualTo(bytes(1));
  }

  @Test
  void databaseThatLostASave_refusesTheNext_untilItIsClaimedAgain() {
    FencingToken token = store.claim(0).token();
    store.save(change(token, 5, Map.of(), Map.of()));
    String before = "update delivery_position set position = 5, revision = " + revision();
    store.save(change(token, 7, Map.of(ONE, bytes(1)), Map.of()));
    database.execute(before);
    database.execute("delete from delivery_cursor");

    assertThatThrownBy(() -> store.save(change(token, 9, Map.of(), Map.of())))
        .isInstanceOfSatisfying(
            LostOwnershipException.class, lost -> assertThat(lost.isToAnotherNode()).isFalse())
        .hasMessageContaining("has lost delivery cursors of partition 0");
    CursorStore.Saved saved = store.claim(0);
    assertThat(saved.position()).isEqualTo(5);
    store.save(change(saved.token(), 6, Map.of(), Map.of()));
    assertThat(store.claim(0).position()).isEqualTo(6);
  }

  @Test
  void saveThatWasNotConfirmed_isRepeated() {
    FencingToken token = store.claim(0).token();
    store.save(change(token, 5, Map.of(), Map.of()));
    database.execute("update delivery_position set revision = revision + 1");
    store.save(change(token, 7, Map.of(), Map.of()));
    store.save(change(token, 8, Map.of(), Map.of()));
    assertThat(store.claim(0).position()).isEqualTo(8);
  }

  @Test
  void claimThatTheDatabaseLost_isRefused_alsoUnderAnEpochThatCameAgain() {
    CursorStore other = new SqlCursorStore(database);
    FencingToken lost = store.claim(0).token();
    database.execute("update delivery_position set epoch = epoch - 1");
    assertThatThrownBy(() -> store.save(change(lost, 5, Map.of(), Map.of())))
        .isInstanceOf(LostOwnershipException.class);
    FencingToken token = other.claim(0).token();
    assertThat(token.epoch()).isEqualTo(lost.epoch());
    other.save(change(token, 1, Map.of(), Map.of()));
    assertThatThrownBy(() -> store.save(change(lost, 5, Map.of(), Map.of())))
        .isInstanceOf(LostOwnershipException.class);
    other.save(change(token, 2, Map.of(), Map.of()));
    assertThat(other.claim(0).position()).isEqualTo(2);
  }

  @Test
  void formerClaimOfThisNode_isRefused_alsoUnderAnEpochThatCameAgain() {
    FencingToken former = store.claim(0).token();
    database.execute("update delivery_position set epoch = epoch - 1");
    FencingToken present = store.claim(0).token();
    assertThat(present.epoch()).isEqualTo(former.epoch());
    assertThatThrownBy(() -> store.save(change(former, 5, Map.of(ONE, bytes(1)), Map.of())))
        .isInstanceOfSatisfying(
            LostOwnershipException.class, lost -> assertThat(lost.isToAnotherNode()).isFalse());
    store.save(change(present, 2, Map.of(), Map.of()));
    CursorStore.Saved saved = store.claim(0);
    assertThat(saved.position()).isEqualTo(2);
    assertThat(saved.cursors()).isEmpty();
  }

  @Test
  void claim_hasAnEpochAboveThePublishedOne() {
    database.execute(
        "insert into partition_owner (log_partition, node, epoch, seen_millis)"
            + " values (0, 'one', 7, 0)");
    assertThat(store.claim(0).token().epoch()).isEqualTo(8);
    assertThat(store.claim(0).token().epoch()).isEqualTo(9);
    assertThat(store.claim(1).token().epoch()).isEqualTo(1);
  }

  @Test
  void claimsAtOnce_getDifferentEpochs() throws Exception {
    List<CursorStore> stores = List.of(new SqlCursorStore(database), new SqlCursorStore(database));
    List<Future<Long>> epochs = new ArrayList<>();
    try (ExecutorService nodes = Executors.newFixedThreadPool(stores.size())) {
      for (int i = 0; i < 200; i++) {
        CursorStore one = stores.get(i % stores.size());
        epochs.add(nodes.submit(() -> one.claim(0).token().epoch()));
      }
    }
    Set<Long> different = new TreeSet<>();
    for (Future<Long> epoch : epochs) {
      different.add(epoch.get());
    }
    assertThat(different).hasSize(epochs.size());
  }

  private long revision() {
    return database.list(Long.class, "select revision from delivery_position").getFirst();
  }

  @Test
  void ownerOfAnotherProcess_isFollowed() {
    CursorStore other = new SqlCursorStore(database);
    FencingToken former = store.claim(0).token();
    FencingToken token = other.claim(0).token();
    assertThatThrownBy(() -> store.save(change(former, 5, Map.of(), Map.of())))
        .isInstanceOfSatisfying(
            LostOwnershipException.class, lost -> assertThat(lost.isToAnotherNode()).isTrue());
    other.save(change(token, 2, Map.of(), Map.of()));
  }

  @Test
  void partitions_areIndependent() {
    FencingToken first = store.claim(0).token();
    FencingToken second = store.claim(1).token();
    store.save(change(first, 5, Map.of(ONE, bytes(1)), Map.of()));
    store.save(
        new CursorStore.Change(
            1,
            LOG,
            second,
            50,
            Map.of(ONE, bytes(2)),
            Map.of(),
            Map.of(),
            List.of(),
            Map.of(),
            List.of(),
            List.of(),
            List.of()));
    assertThat(store.claim(0).position()).isEqualTo(5);
    assertThat(store.claim(1).position()).isEqualTo(50);
    assertThat(store.claim(1).cursors().get(ONE)).isEqualTo(bytes(2));
  }

  @Test
  void removedDestination_isDeletedWithItsFailures() {
    FencingToken token = store.claim(0).token();
    store.save(
        change(
            token,
            5,
            Map.of(ONE, bytes(1), OTHER, bytes(2)),
            Map.of(ONE, List.of(new EncodedFailureChunk(1, bytes(1))))));
    store.save(change(token, 6, Map.of(), Map.of(), ONE));
    CursorStore.Saved saved = store.claim(0);
    assertThat(saved.cursors()).containsOnlyKeys(OTHER);
    assertThat(saved.failures()).isEmpty();
  }

  @Test
  void health_isReadByTheNextOwnerAndDeletedWithItsDestination() {
    FencingToken token = store.claim(0).token();
    store.save(health(token, Map.of(ONE, bytes(1), OTHER, bytes(2))));
    store.save(health(token, Map.of(ONE, bytes(3, -4))));
    close();
    open();
    CursorStore.Saved saved = store.claim(0);
    assertThat(saved.health()).containsOnlyKeys(ONE, OTHER);
    assertThat(saved.health().get(ONE)).isEqualTo(bytes(3, -4));
    assertThat(saved.health().get(OTHER)).isEqualTo(bytes(2));
    assertThat(store.claim(1).health()).isEmpty();
    assertThatThrownBy(() -> store.save(health(token, Map.of(ONE, bytes(9)))))
        .isInstanceOf(LostOwnershipException.class);
    FencingToken last = store.claim(0).token();
    store.save(health(last, Map.of(), ONE));
    assertThat(store.claim(0).health()).containsOnlyKeys(OTHER);
    store.reset();
    assertThat(store.claim(0).health()).isEmpty();
  }

  @Test
  void reset_deletesEverythingButTheEpochs() {
    FencingToken token = store.claim(0).token();
    store.save(
        change(
            token,
            5,
            Map.of(ONE, bytes(1)),
            Map.of(ONE, List.of(new EncodedFailureChunk(1, bytes(1))))));
    store.reset();
    assertThatThrownBy(() -> store.save(change(token, 9, Map.of(OTHER, bytes(1)), Map.of())))
        .as("by an owner that was not stopped")
        .isInstanceOfSatisfying(
            LostOwnershipException.class, lost -> assertThat(lost.isToAnotherNode()).isFalse());
    CursorStore.Saved saved = store.claim(0);
    assertThat(saved.log()).isNull();
    assertThat(saved.cursors()).isEmpty();
    assertThat(saved.failures()).isEmpty();
    assertThat(saved.token().epoch()).isGreaterThan(token.epoch());
  }
}
