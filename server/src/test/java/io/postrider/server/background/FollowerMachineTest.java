package io.postrider.server.background;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogIdentity;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FollowerMachineTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final FollowerLimits LIMITS =
      new FollowerLimits(3, 1_000, Duration.ZERO, SECOND, SECOND);

  private final MemoryLog log = new MemoryLog();
  private final RecordingProjection derivation = new RecordingProjection();

  private FollowerMachine begun(FollowerLimits limits) {
    FollowerMachine following = new FollowerMachine("test", log, 0, derivation, limits, null);
    following.begin();
    return following;
  }

  private void append(int from, int to) {
    for (int i = from; i < to; i++) {
      log.append(0, RecordBatch.of(("r" + i).getBytes(UTF_8))).join();
    }
  }

  private static List<String> names(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "r" + i).toList();
  }

  private static void run(FollowerMachine following) {
    while (following.advance()) {}
  }

  @Test
  void everything_isTakenOnceAndInOrder() {
    append(0, 10);
    FollowerMachine following = begun(LIMITS);
    run(following);
    append(10, 12);
    run(following);
    assertThat(derivation.taken()).isEqualTo(names(0, 12));
    assertThat(derivation.bookmark()).isEqualTo(Bookmark.at(log.identity(), 12));
    assertThat(following.position()).isEqualTo(12);
  }

  @Test
  void steps_areBoundedInRecords() {
    append(0, 10);
    run(begun(LIMITS));
    assertThat(derivation.sizes()).containsExactly(3, 3, 3, 1);
  }

  @Test
  void steps_areBoundedInBytesAndHaveOneRecordAtLeast() {
    append(0, 4);
    run(begun(new FollowerLimits(100, 5, Duration.ZERO, SECOND, SECOND)));
    assertThat(derivation.sizes()).containsExactly(2, 2);
    append(4, 6);
    run(begun(new FollowerLimits(100, 1, Duration.ZERO, SECOND, SECOND)));
    assertThat(derivation.sizes()).containsExactly(2, 2, 1, 1);
  }

  @Test
  void restart_goesOnAtTheBookmark() {
    append(0, 5);
    assertThat(begun(LIMITS).advance()).isTrue();
    run(begun(LIMITS));
    assertThat(derivation.taken()).isEqualTo(names(0, 5));
  }

  @Test
  void movedBookmark_isFollowed_andAnUnmovedOneChangesNothing() {
    append(0, 5);
    FollowerMachine following = begun(LIMITS);
    assertThat(following.advance()).isTrue();
    following.beginIfMoved();
    assertThat(following.position()).isEqualTo(3);
    derivation.put(Bookmark.at(log.identity(), 4));
    following.beginIfMoved();
    assertThat(following.position()).isEqualTo(4);
    run(following);
    assertThat(derivation.taken()).containsExactly("r0", "r1", "r2", "r4");
  }

  /** A process ends before a step is saved, or after; both, at every step. */
  @Test
  void crash_betweenAnyTwoStepsTakesNothingTwiceAndNothingNot() {
    append(0, 10);
    for (int crash = 0; crash < 4; crash++) {
      for (boolean saved : new boolean[] {false, true}) {
        RecordingProjection fresh = new RecordingProjection();
        FollowerMachine following = new FollowerMachine("test", log, 0, fresh, LIMITS, null);
        following.begin();
        for (int step = 0; step < crash; step++) {
          following.advance();
        }
        fresh.failBefore(saved ? 0 : 1);
        fresh.failAfter(saved ? 1 : 0);
        assertThatThrownBy(following::advance).isInstanceOf(DatabaseUnavailableException.class);
        FollowerMachine restarted = new FollowerMachine("test", log, 0, fresh, LIMITS, null);
        restarted.begin();
        run(restarted);
        assertThat(fresh.taken()).as("crash %d, saved %s", crash, saved).isEqualTo(names(0, 10));
      }
    }
  }

  @Test
  void begin_afterAFailureGoesBackToTheSavedBookmark() {
    append(0, 10);
    FollowerMachine following = begun(LIMITS);
    derivation.failAfter(1);
    assertThatThrownBy(following::advance).isInstanceOf(DatabaseUnavailableException.class);
    following.begin();
    assertThat(following.position()).isEqualTo(3);
    run(following);
    assertThat(derivation.taken()).isEqualTo(names(0, 10));
  }

  @Test
  void bookmark_movedBySomebodyElseRefusesTheStep() {
    append(0, 10);
    FollowerMachine one = begun(LIMITS);
    FollowerMachine other = begun(LIMITS);
    one.advance();
    assertThatThrownBy(other::advance).isInstanceOf(BookmarkMovedException.class);
    other.begin();
    run(other);
    assertThat(derivation.taken()).isEqualTo(names(0, 10));
  }

  @Test
  void whatRetentionTook_isCountedAsLost() {
    append(0, 10);
    FollowerMachine following = begun(LIMITS);
    following.advance();
    log.expireBefore(7);
    begun(LIMITS).close();
    FollowerMachine late = begun(LIMITS);
    run(late);
    assertThat(derivation.taken()).containsExactly("r0", "r1", "r2", "r7", "r8", "r9");
    assertThat(derivation.lost()).isEqualTo(4);
    assertThat(late.lost()).isEqualTo(4);
  }

  @Test
  void whatRetentionTook_isCountedEvenIfNothingIsLeft() {
    append(0, 5);
    begun(LIMITS).advance();
    log.expireBefore(5);
    run(begun(LIMITS));
    assertThat(derivation.lost()).isEqualTo(2);
    assertThat(derivation.bookmark()).isEqualTo(Bookmark.at(log.identity(), 5));
  }

  @Test
  void firstStart_takesWhatTheLogStillHoldsAndMissesNothing() {
    append(0, 5);
    log.expireBefore(3);
    run(begun(LIMITS));
    assertThat(derivation.taken()).containsExactly("r3", "r4");
    assertThat(derivation.lost()).isZero();
  }

  @Test
  void bookmark_ofAnotherLogIsRefused() {
    append(0, 5);
    derivation.put(Bookmark.at(new LogIdentity(new UUID(1, 2)), 2));
    assertThatThrownBy(() -> begun(LIMITS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'test' belongs to the log")
        .hasMessageContaining("reset-cursors");
  }

  @Test
  void bookmark_beyondTheEndIsRefused() {
    append(0, 5);
    derivation.put(Bookmark.at(log.identity(), 5));
    begun(LIMITS);
    derivation.put(Bookmark.at(log.identity(), 6));
    assertThatThrownBy(() -> begun(LIMITS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("offset 6");
  }

  @Test
  void releasedBookmark_startsAnotherLogAndRepeatsNothingOfItsOwn() {
    append(0, 5);
    derivation.put(new Bookmark(new LogIdentity(new UUID(1, 2)), 99, true));
    run(begun(LIMITS));
    assertThat(derivation.taken()).isEqualTo(names(0, 5));
    assertThat(derivation.bookmark()).isEqualTo(Bookmark.at(log.identity(), 5));

    derivation.put(new Bookmark(log.identity(), 4, true));
    run(begun(LIMITS));
    assertThat(derivation.taken()).hasSize(6);

    derivation.put(new Bookmark(log.identity(), 9, true));
    append(5, 6);
    run(begun(LIMITS));
    assertThat(derivation.taken()).hasSize(6);
    append(6, 7);
    run(begun(LIMITS));
    assertThat(derivation.taken()).endsWith("r4", "r6");
  }

  @Test
  void pauses_doubleUpToABound() {
    FollowerLimits limits = new FollowerLimits(1, 1, Duration.ZERO, SECOND, Duration.ofSeconds(3));
    assertThat(limits.longer(SECOND)).isEqualTo(Duration.ofSeconds(2));
    assertThat(limits.longer(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(3));
    assertThat(limits.longer(Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void repeats_areSkipped_onceTheyAreKnown() {
    append(0, 8);
    KnownRepeats repeats = new KnownRepeats();
    FollowerMachine following = new FollowerMachine("test", log, 0, derivation, LIMITS, repeats);
    following.begin();
    run(following);
    assertThat(derivation.taken()).isEmpty();
    assertThat(following.position()).isZero();

    repeats.know(4, 1L, 3L);
    run(following);
    assertThat(derivation.taken()).containsExactly("r0", "r2");
    assertThat(following.position()).isEqualTo(4);

    repeats.know(100, 4L, 5L, 6L);
    run(following);
    assertThat(derivation.taken()).containsExactly("r0", "r2", "r7");
    assertThat(derivation.bookmark()).isEqualTo(Bookmark.at(log.identity(), 8));
  }

  @Test
  void restart_skipsRepeatsBehindTheBookmark() {
    append(0, 6);
    KnownRepeats repeats = new KnownRepeats().know(6, 4L);
    FollowerMachine first = new FollowerMachine("test", log, 0, derivation, LIMITS, repeats);
    first.begin();
    assertThat(first.advance()).isTrue();
    FollowerMachine second = new FollowerMachine("test", log, 0, derivation, LIMITS, repeats);
    second.begin();
    run(second);
    assertThat(derivation.taken()).containsExactly("r0", "r1", "r2", "r3", "r5");
  }
}
