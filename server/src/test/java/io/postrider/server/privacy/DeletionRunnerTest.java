package io.postrider.server.privacy;

import static io.postrider.server.privacy.DeletionWorld.APP;
import static io.postrider.server.privacy.DeletionWorld.ONE;
import static io.postrider.server.privacy.DeletionWorld.SILENT;
import static io.postrider.server.privacy.DeletionWorld.TWO;
import static io.postrider.server.privacy.DeletionWorld.WEB;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.Deletion;
import io.postrider.privacy.RegulationStatus;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class DeletionRunnerTest {

  private static final DestinationId NEW = new DestinationId(99);

  @TempDir Path folder;
  private DeletionWorld world;

  @BeforeEach
  void open() {
    world = new DeletionWorld(folder);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static List<String> users(int count) {
    return IntStream.range(0, count).mapToObj(i -> "user " + i).toList();
  }

  /** The progress at a destination of the first affected source. */
  private DeleteCounts at(RegulationId id, DestinationId destination) {
    return requireNonNull(
        world.regulations.progress(id).getFirst().destinations().get(destination));
  }

  @Test
  void everyAffectedSource_sendsOneDelete() {
    RegulationId id = world.order(List.of("ada", "\ud83d\"é"));
    Regulation done = world.finish(id);
    assertThat(done.status()).isEqualTo(RegulationStatus.FINISHED);
    assertThat(done.endedAt()).isEqualTo(DeletionWorld.NOON.plusSeconds(5));
    assertThat(world.deletes(0))
        .containsOnlyKeys("1 ada", "1 \ud83d\"é", "2 ada", "2 \ud83d\"é")
        .allSatisfy((user, jsons) -> assertThat(jsons).hasSize(1));
    assertThat(requireNonNull(world.deletes(0).get("1 ada")).getFirst())
        .isEqualTo(
            "{\"type\":\"delete\",\"userId\":\"ada\",\"timestamp\":\"2026-03-01T12:00:00.123Z\","
                + "\"messageId\":\"%s-0-0\"}".formatted(id));
    assertThat(world.erased).containsExactly("ada", "\ud83d\"é");
    assertThat(world.swept).containsExactly("ada", "\ud83d\"é");
    assertThat(world.eraseRecords()).containsExactly("ada", "\ud83d\"é");
  }

  @Test
  void userWithoutDestinations_getsAnEraseRecord() {
    world.seen.put("ada", Set.of(SILENT));
    assertThat(world.finish(world.order(List.of("ada"))).status())
        .isEqualTo(RegulationStatus.FINISHED);
    assertThat(world.deletes(0)).isEmpty();
    assertThat(world.eraseRecords()).containsExactly("ada");
  }

  @Test
  void earlierComputedRecords_areHidden_alsoAfterARestart() {
    assertThat(world.hides("ada")).isFalse();
    world.finish(world.order(List.of("ada")));
    assertThat(world.hides("ada")).isTrue();
    assertThat(world.hides("bob")).isFalse();
  }

  @Test
  void namedSources_areTheOnlyOnes() {
    world.seen.put("ada", Set.of(WEB));
    world.finish(world.order(List.of("ada"), APP, SILENT));
    assertThat(world.deletes(0)).containsOnlyKeys("2 ada");
  }

  @Test
  void userSeenInSomeSources_isDeletedThere_andOneNeverSeenEverywhere() {
    world.seen.put("ada", Set.of(APP));
    RegulationId alone = world.order(List.of("ada"));
    assertThat(world.finish(alone).status()).isEqualTo(RegulationStatus.FINISHED);
    assertThat(world.regulations.progress(alone))
        .extracting(RegulationStore.SourceProgress::source)
        .containsExactly(APP);
    Regulation done = world.finish(world.order(List.of("ada", "never seen")));
    assertThat(done.status()).isEqualTo(RegulationStatus.FINISHED);
    assertThat(world.deletes(1)).containsOnlyKeys("2 ada", "1 never seen", "2 never seen");
  }

  @Test
  void sourceFromBeforeAGap_isAffected() {
    world.seen.put("ada", Set.of(APP));
    world.gap = Instant.EPOCH.plusSeconds(WEB.bits());
    world.finish(world.order(List.of("ada")));
    assertThat(world.deletes(0)).containsOnlyKeys("1 ada", "2 ada");
    world.seen.put("bob", Set.of(WEB));
    world.finish(world.order(List.of("bob")));
    assertThat(world.deletes(2)).containsOnlyKeys("1 bob");
  }

  @Test
  void unreadMessages_areAwaited() {
    world.level = new CompletableFuture<>();
    RegulationId id = world.order(List.of("ada"));
    for (int i = 0; i < 10; i++) {
      world.pass();
    }
    assertThat(world.count()).isZero();
    assertThat(world.erased).contains("ada");
    world.seen.put("ada", Set.of(APP));
    world.level.complete(null);
    world.finish(id);
    assertThat(world.deletes(0)).containsOnlyKeys("2 ada");
  }

  @Test
  void waitingDeletions_doNotDelayOthers() {
    world.level = new CompletableFuture<>();
    for (int i = 0; i <= DeletionScheduler.SENDING; i++) {
      world.order(List.of("waits"));
    }
    world.finish(world.order(List.of("ada"), WEB));
    assertThat(world.deletes(0)).containsOnlyKeys("1 ada");
  }

  @Test
  void messagesNotReadInTime_makeAllSourcesAffected() {
    world.level = new CompletableFuture<>();
    world.seen.put("ada", Set.of(APP));
    RegulationId id = world.order(List.of("ada"));
    world.now = DeletionWorld.NOON.plus(AffectedSources.TIMEOUT);
    world.pass();
    world.pass();
    world.pass();
    assertThat(world.count()).isZero();
    world.now = world.now.plusMillis(1);
    world.finish(id);
    assertThat(world.deletes(0)).containsOnlyKeys("1 ada", "2 ada");
  }

  @Test
  void failedFollower_makesAllSourcesAffected() {
    world.level = CompletableFuture.failedFuture(new IllegalStateException("closed"));
    world.seen.put("ada", Set.of(APP));
    world.finish(world.order(List.of("ada")));
    assertThat(world.deletes(0)).containsOnlyKeys("1 ada", "2 ada");
  }

  @Test
  void secondNode_takesOverWhenTheLeaseExpires() {
    List<String> users = users(2 * Deletion.CHUNK);
    RegulationId id = world.order(users, WEB);
    DeletionScheduler first = world.start(Fuse.never(), 1);
    DeletionScheduler second = world.start(Fuse.never(), 2);
    for (int i = 0; i < 3; i++) {
      assertThat(first.pass(true)).isTrue();
      assertThat(second.pass(true)).isFalse();
    }
    assertThat(world.count()).isEqualTo(Deletion.CHUNK);
    world.now = world.now.plus(DeletionScheduler.LEASE).minusMillis(1);
    assertThat(second.pass(true)).isFalse();
    world.now = world.now.plusMillis(1);
    assertThat(second.pass(true)).isTrue();
    assertThat(first.pass(true)).isFalse();
    assertThat(world.finish(id).status()).isEqualTo(RegulationStatus.FINISHED);
    assertThat(world.deletes(0)).hasSize(users.size());
    assertThat(world.count()).isEqualTo(users.size());
  }

  @Test
  void erasureByAnotherNode_isInForceAfterARefresh() {
    LiveTombstones other = world.tombstones();
    RegulationId id = world.order(List.of("ada"), WEB);
    other.refresh();
    assertThat(world.hides(other, "ada")).isFalse();
    assertThat(world.finish(id).status()).isEqualTo(RegulationStatus.FINISHED);
    other.refresh();
    assertThat(world.hides(other, "ada")).isTrue();
  }

  /** It could not see how its delete messages end. */
  @Test
  void nodeThatNoLongerDeliversDeletes_givesTheLeaseAtOnce() {
    RegulationId id = world.order(users(2 * Deletion.CHUNK), WEB);
    DeletionScheduler first = world.start(Fuse.never(), 1);
    DeletionScheduler second = world.start(Fuse.never(), 2);
    assertThat(first.pass(true)).isTrue();
    world.delivers = false;
    assertThat(first.pass(true)).isFalse();
    world.delivers = true;
    assertThat(second.pass(true)).isTrue();
    assertThat(world.finish(id).status()).isEqualTo(RegulationStatus.FINISHED);
  }

  @Test
  void noEnabledDestination_finishesWithoutMessages() {
    world.destinations.clear();
    assertThat(world.finish(world.order(List.of("ada"))).status())
        .isEqualTo(RegulationStatus.FINISHED);
    assertThat(world.count()).isZero();
    assertThat(world.erased).contains("ada");
  }

  @Test
  void failures_areShownWithTheirReason() {
    world.answers.put(TWO, new DeleteCounts(0, 0, 1, 0, 0, "http_status"));
    RegulationId id = world.order(List.of("ada"));
    assertThat(world.finish(id).status()).isEqualTo(RegulationStatus.PARTIAL_SUCCESS);
    assertThat(at(id, TWO)).isEqualTo(new DeleteCounts(0, 0, 1, 0, 0, "http_status"));
    assertThat(at(id, ONE).status()).isEqualTo(RegulationStatus.FINISHED);
    world.answers.put(ONE, new DeleteCounts(0, 0, 0, 1, 0, null));
    assertThat(world.finish(world.order(List.of("ada"))).status())
        .isEqualTo(RegulationStatus.FAILED);
  }

  @Test
  void waiting_isFollowedUntilItEnds() {
    world.answers.put(TWO, new DeleteCounts(1, 0, 0, 0, 0, "timeout"));
    RegulationId id = world.order(List.of("ada"));
    for (int i = 0; i < 20; i++) {
      world.pass();
    }
    assertThat(world.regulations.find(id).orElseThrow().status())
        .isEqualTo(RegulationStatus.RUNNING);
    assertThat(at(id, TWO).reason()).isEqualTo("timeout");
    world.answers.clear();
    assertThat(world.finish(id).status()).isEqualTo(RegulationStatus.FINISHED);
    assertThat(world.count()).isEqualTo(2);
  }

  @Test
  void destinationDeletedInTheMiddle_isAFailureOfItsOwn() {
    world.answers.put(TWO, DeleteCounts.waiting(1));
    RegulationId id = world.order(List.of("ada"));
    for (int i = 0; i < 20; i++) {
      world.pass();
    }
    world.destinations.remove(TWO);
    assertThat(world.finish(id).status()).isEqualTo(RegulationStatus.PARTIAL_SUCCESS);
    assertThat(at(id, TWO))
        .isEqualTo(new DeleteCounts(0, 0, 1, 0, 0, DeleteCounts.DESTINATION_DELETED));
  }

  @Test
  void destinationAddedInTheMiddle_getsAndCountsWhatFollows() {
    List<String> users = users(2 * Deletion.CHUNK);
    RegulationId id = world.order(users, WEB);
    world.pass();
    world.pass();
    world.pass(); // decided, erased, the first chunk
    world.connect(NEW, WEB);
    assertThat(world.finish(id).status()).isEqualTo(RegulationStatus.FINISHED);
    assertThat(at(id, NEW).delivered()).isEqualTo(Deletion.CHUNK);
    assertThat(at(id, ONE).delivered()).isEqualTo(users.size());
  }

  @Test
  void lastDestinationDisabled_endsSending() {
    RegulationId id = world.order(users(2 * Deletion.CHUNK), APP);
    world.pass();
    world.pass();
    world.pass();
    world.answers.put(ONE, new DeleteCounts(0, 0, 0, Deletion.CHUNK, 0, null));
    world.disable(ONE);
    assertThat(world.finish(id).status()).isEqualTo(RegulationStatus.FAILED);
    assertThat(world.count()).isEqualTo(Deletion.CHUNK);
    assertThat(at(id, ONE).cancelled()).isEqualTo(Deletion.CHUNK);
  }

  @Test
  void destinationDisabledDuringTheAppend_doesNotCountThem() {
    world.meanwhile =
        () -> {
          if (!world.eraseRecords().isEmpty()) {
            world.disable(TWO);
          }
        };
    RegulationId id = world.order(List.of("ada"));
    assertThat(world.finish(id).status()).isEqualTo(RegulationStatus.PARTIAL_SUCCESS);
    assertThat(at(id, TWO)).isEqualTo(new DeleteCounts(0, 0, 0, 1, 0, null));
    assertThat(at(id, ONE).delivered()).isEqualTo(1);
  }

  @Test
  void manyAtOnce_allEnd() {
    List<RegulationId> ids =
        IntStream.range(0, 3 * DeletionScheduler.SENDING)
            .mapToObj(i -> world.order(List.of("u" + i)))
            .toList();
    ids.forEach(id -> assertThat(world.finish(id).status()).isEqualTo(RegulationStatus.FINISHED));
    assertThat(world.deletes(0)).hasSize(2 * ids.size());
    assertThat(world.eraseRecords()).hasSize(ids.size());
  }

  /** Crashes once at every step: nothing is lost, and at most one chunk is repeated. */
  @Test
  void crashAtEveryStep_losesNothingAndRepeatsAtMostOneChunk() {
    List<String> users = users(Deletion.CHUNK + 1);
    Fuse whole = Fuse.never();
    world.start(whole);
    world.finish(world.order(users));
    assertThat(whole.steps()).isGreaterThan(40);
    int repeated = 0;
    for (int step = 1; step <= whole.steps(); step++) {
      int start = world.count();
      int marked = world.eraseRecords().size();
      RegulationId id = world.order(users);
      world.start(Fuse.at(step));
      boolean crashed = crashes(id);
      world.start(Fuse.never());
      assertThat(world.finish(id).status())
          .as("crash at %d", step)
          .isEqualTo(RegulationStatus.FINISHED);
      assertThat(crashed).isTrue();
      Map<String, List<String>> deletes = world.deletes(start);
      assertThat(deletes).as("crash at %d", step).hasSize(2 * users.size());
      deletes.values().forEach(jsons -> assertThat(new HashSet<>(jsons)).hasSize(1));
      int more = world.count() - start - 2 * users.size();
      assertThat(more).as("crash at %d", step).isBetween(0, Deletion.CHUNK);
      repeated += more > 0 ? 1 : 0;
      assertThat(world.eraseRecords().subList(marked, world.eraseRecords().size()))
          .as("crash at %d", step)
          .containsAll(users);
    }
    // after an append and before its commit: twice in each of the four chunks
    assertThat(repeated).isEqualTo(8);
  }

  private boolean crashes(RegulationId id) {
    try {
      world.finish(id);
      return false;
    } catch (Fuse.Crash crash) {
      return true;
    }
  }
}
