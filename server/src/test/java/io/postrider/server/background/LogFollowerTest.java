package io.postrider.server.background;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.log.LogIdentity;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogFollowerTest {

  private static final Duration MILLI = Duration.ofMillis(1);
  private static final FollowerLimits LIMITS = new FollowerLimits(100, 10_000, MILLI, MILLI, MILLI);

  private final MemoryLog log = new MemoryLog();
  private final RecordingProjection derivation = new RecordingProjection();
  private final MeterRegistry metrics = new SimpleMeterRegistry();

  @AfterEach
  void close() {
    log.close();
  }

  private LogFollower start() {
    return StartedFollower.of("test", log, derivation, LIMITS, FollowerThrottle.NONE, metrics);
  }

  private void append(String record) {
    log.append(0, RecordBatch.of(record.getBytes(UTF_8))).join();
  }

  @Test
  void openFollower_readsNothingBeforeItStarts() throws Exception {
    append("a");
    try (LogFollower follower =
        LogFollower.open("test", log, derivation, LIMITS, FollowerThrottle.NONE, metrics, null)) {
      assertThat(follower.lag()).isEqualTo(1);
      assertThat(derivation.taken()).isEmpty();
      follower.start();
      follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
      assertThat(derivation.taken()).containsExactly("a");
    }
  }

  @Test
  void followerThatIsClosedFirst_doesNotStart() {
    append("a");
    LogFollower follower =
        LogFollower.open("test", log, derivation, LIMITS, FollowerThrottle.NONE, metrics, null);
    follower.close();
    follower.start();
    follower.close();
    assertThat(derivation.taken()).isEmpty();
    assertThat(follower.whenCaughtUp()).isCompletedExceptionally();
  }

  @Test
  void records_areTakenAsTheyCome() throws Exception {
    append("a");
    try (LogFollower follower = start()) {
      follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
      append("b");
      follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
      assertThat(derivation.taken()).containsExactly("a", "b");
      assertThat(follower.lag()).isZero();
    }
  }

  @Test
  void awayStore_isTriedAgainUntilItIsBack() throws Exception {
    try (LogFollower follower = start()) {
      derivation.failBefore(5);
      append("a");
      follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
      derivation.failAfter(1);
      append("b");
      follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
      assertThat(derivation.taken()).containsExactly("a", "b");
      assertThat(derivation.failures()).isEqualTo(6);
    }
  }

  @Test
  void error_doesNotEndTheFollower() throws Exception {
    try (LogFollower follower = start()) {
      derivation.breakBefore(2);
      append("a");
      follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
      assertThat(derivation.taken()).containsExactly("a");
      assertThat(derivation.failures()).isEqualTo(2);
    }
  }

  @Test
  void movedBookmark_isFoundWithoutAnotherRecord() throws Exception {
    append("a");
    append("b");
    try (LogFollower follower = start()) {
      follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
      derivation.put(Bookmark.at(log.identity(), 1));
      follower.beginAnew();
      await().until(() -> derivation.taken().size() == 3);
      assertThat(derivation.taken()).containsExactly("a", "b", "b");
    }
  }

  @Test
  void twoFollowers_ofOneBookmarkTakeEverythingOnceBetweenThem() throws Exception {
    try (LogFollower one = start();
        LogFollower other =
            StartedFollower.of("other", log, derivation, LIMITS, FollowerThrottle.NONE, metrics)) {
      for (int i = 0; i < 200; i++) {
        append("r" + i);
      }
      one.whenCaughtUp().get(60, TimeUnit.SECONDS);
      other.whenCaughtUp().get(60, TimeUnit.SECONDS);
    }
    assertThat(derivation.taken()).hasSize(200).doesNotHaveDuplicates();
  }

  @Test
  void followerThatMayNot_takesNothing_knowsTheOther_andTakesOver() throws Exception {
    AtomicBoolean moved = new AtomicBoolean();
    append("a");
    try (LogFollower one = sharing("one", () -> !moved.get());
        LogFollower other = sharing("other", moved::get)) {
      one.whenCaughtUp().get(60, TimeUnit.SECONDS);
      other.whenCaughtUp().get(60, TimeUnit.SECONDS);
      assertThat(derivation.taken()).containsExactly("a");
      moved.set(true);
      append("b");
      other.whenCaughtUp().get(60, TimeUnit.SECONDS);
      assertThat(other.lag()).isZero();
      await().until(() -> one.lag() == 0);
      assertThat(derivation.taken()).containsExactly("a", "b");
    }
  }

  @Test
  void sharedFollower_readsTheBookmarkOfAnotherNodeOnlyForWhoWaits() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    append("a");
    try (LogFollower follower =
        sharing(
            "watching",
            () -> {
              asked.incrementAndGet();
              return false;
            })) {
      await().until(() -> asked.get() > 2);
      assertThat(derivation.bookmarksRead()).isEqualTo(1);
      assertThat(follower.lag()).isZero();
      CompletableFuture<Void> caughtUp = follower.whenCaughtUp();
      await().until(() -> derivation.bookmarksRead() > 1);
      assertThat(caughtUp).isNotDone();
      derivation.put(Bookmark.at(log.identity(), 1));
      caughtUp.get(60, TimeUnit.SECONDS);
      assertThat(derivation.taken()).isEmpty();
    }
  }

  @Test
  void sharedFollower_waitsUntilRepeatsAreKnown() throws Exception {
    KnownRepeats repeats = new KnownRepeats();
    append("a");
    append("a again");
    append("b");
    try (LogFollower follower =
        StartedFollower.of(
            "shared",
            log,
            derivation,
            LIMITS,
            FollowerThrottle.NONE,
            metrics,
            new SharedLog(partition -> true, repeats))) {
      repeats.know(2, 1L);
      await().until(() -> follower.lag() == 1);
      assertThat(derivation.taken()).containsExactly("a");
      repeats.know(3);
      follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
      assertThat(derivation.taken()).containsExactly("a", "b");
    }
  }

  private LogFollower sharing(String name, BooleanSupplier mayFollow) {
    return StartedFollower.of(
        name,
        log,
        derivation,
        LIMITS,
        FollowerThrottle.NONE,
        metrics,
        new SharedLog(
            partition -> mayFollow.getAsBoolean(), new KnownRepeats().know(Long.MAX_VALUE)));
  }

  @Test
  void metrics_tellLagAndLoss() throws Exception {
    append("a");
    append("b");
    derivation.put(Bookmark.at(log.identity(), 0));
    log.expireBefore(1);
    try (LogFollower follower = start()) {
      follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
      assertThat(metrics.get("postrider.follower.lost.records").functionCounter().count())
          .isEqualTo(1);
      assertThat(metrics.get("postrider.follower.lag").tag("follower", "test").gauge().value())
          .isZero();
    }
  }

  @Test
  void bookmark_thatDoesNotFitRefusesToStart() {
    derivation.put(Bookmark.at(new LogIdentity(new UUID(1, 2)), 0));
    assertThatThrownBy(this::start).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void close_endsWaitingAndWhoWaits() {
    CompletableFuture<Void> level;
    try (LogFollower follower = start()) {
      derivation.failBefore(Integer.MAX_VALUE);
      append("a");
      level = follower.whenCaughtUp();
      await().until(() -> derivation.failures() > 2);
    }
    assertThat(level).isCompletedExceptionally();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("follower-test-0"));
  }
}
