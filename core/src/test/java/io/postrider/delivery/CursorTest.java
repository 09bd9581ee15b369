package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static io.postrider.delivery.FakeDriver.REFUSED;
import static io.postrider.delivery.FakeDriver.settings;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.message.TestSeeds;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests saving and restoring a machine. */
class CursorTest {

  private final FakeDriver driver =
      new FakeDriver(DeliveryRules.DEFAULT, settings("http://a", "http://b"));

  private CursorChange flush() {
    CursorChange change = driver.machine.changes().orElseThrow();
    driver.machine.flushed(change);
    assertThat(driver.machine.changes()).isEmpty();
    return change;
  }

  /** A machine with state of every kind. */
  private void busy() {
    driver.send(8);
    for (int i = 0; i < 3; i++) {
      Round round = driver.next().round();
      driver.answer(round.attempts().get(0), i == 0 ? REFUSED : DOWN);
      driver.answer(round.attempts().get(1), new Outcome.Deferred(429, Duration.ofMinutes(i + 1)));
    }
    driver.answerNext(OK);
    driver.answerNext(REFUSED);
    driver.machine.startReplay(new Replay(9, 0, 8, true), driver.now);
    driver.answerReads();
    driver.send(3_000);
  }

  @Test
  void quietMachine_needsNoCursor() {
    assertThat(flush().cursor()).isNull();
    driver.send();
    driver.answerNext(OK);
    assertThat(driver.machine.changes()).as("the live position tells it").isEmpty();
    driver.send();
    CursorChange open = flush();
    assertThat(open.cursor()).isNotNull();
    assertThat(open.neededFrom()).isEqualTo(1);
    driver.answerNext(OK);
    CursorChange quiet = flush();
    assertThat(quiet.cursor()).isNull();
    assertThat(quiet.neededFrom()).isEqualTo(2);
  }

  @Test
  void changeDuringAFlush_isFlushedNextTime() {
    driver.send(2);
    CursorChange change = driver.machine.changes().orElseThrow();
    driver.answerNext(REFUSED);
    driver.machine.flushed(change);
    CursorChange next = driver.machine.changes().orElseThrow();
    assertThat(next.failures()).hasSize(1);
    assertThat(next.cursor()).isNotNull();
    driver.answerNext(DOWN);
    driver.machine.flushed(next);
    assertThat(driver.machine.changes()).as("the round that failed since").isPresent();
  }

  @Test
  void openDeliveries_surviveEncoding() {
    busy();
    List<OpenDelivery> open = CursorCodec.decode(requireNonNull(flush().cursor())).open();
    assertThat(open.size()).isEqualTo(driver.machine.open());
    OpenDelivery first = open.getFirst();
    assertThat(first.offset()).isZero();
    assertThat(first.rounds()).isEqualTo(1);
    assertThat(first.userHash()).isZero();
    assertThat(first.failure())
        .isEqualTo(new Failure(FailureReason.HTTP_STATUS, 429, false, false));
    assertThat(first.windowEndMillis())
        .isEqualTo(FakeDriver.START + DeliveryRules.DEFAULT.retryWindow().toMillis());
    assertThat(first.refusedBits()).isEqualTo(1);
    assertThat(first.retryAfterBits()).isEqualTo(2);
    assertThat(first.dueMillis(1) - driver.now).isBetween(60_000L, 66_000L);
    assertThat(open.get(1).refusedBits()).isZero();
    assertThat(open.get(1).dueMillis(0) - driver.now).isBetween(4_000L, 6_000L);
    assertThat(open).anyMatch(OpenDelivery::isReplay);
  }

  @Test
  void movedPosition_isFlushedWhileSomethingIsOpen() {
    driver.send();
    driver.answerNext(DOWN);
    flush();
    driver.end += 1_000;
    driver.live = driver.end;
    assertThat(CursorCodec.decode(requireNonNull(flush().cursor())).readTo()).isEqualTo(1_001);
  }

  @Test
  void inFlightDelivery_isDueAtOnceAfterACrash() {
    driver.send(3);
    driver.answerNext(OK);
    CursorChange change = flush();
    driver.restart(change, settings("http://a", "http://b"));
    assertThat(driver.posted).extracting(posted -> posted.round().offset()).containsExactly(1L, 2L);
    assertThat(driver.posted).allMatch(posted -> posted.round().number() == 2);
    driver.answerAll(OK, Duration.ofMinutes(1));
    assertThat(driver.machine.open()).isZero();
  }

  @Test
  void everythingIsRemembered() {
    busy();
    CursorChange change = flush();
    DeliveryStatus[] before = new DeliveryStatus[3];
    for (int i = 0; i < before.length; i++) {
      before[i] = driver.machine.status(i);
    }
    long readTo = driver.machine.readTo();
    int open = driver.machine.open();
    driver.live = driver.end;
    driver.restart(change, settings("http://a", "http://b"));
    for (int i = 0; i < before.length; i++) {
      assertThat(driver.machine.status(i)).isEqualTo(before[i]);
    }
    assertThat(driver.machine.readTo()).isEqualTo(readTo);
    assertThat(driver.machine.open()).isEqualTo(open);
    assertThat(driver.machine.failed()).isEqualTo(1);
    ReplayProgress replay = requireNonNull(driver.machine.replay());
    assertThat(replay.replay()).isEqualTo(new Replay(9, 0, 8, true));
    driver.answerAll(OK, Duration.ofHours(1));
    assertThat(driver.machine.failed()).isZero();
    assertThat(driver.machine.open()).isZero();
    assertThat(driver.machine.isCaughtUp()).isTrue();
    assertThat(driver.replaysEnded).hasSize(1);
    assertThat(driver.replaysEnded.getFirst().delivered()).isEqualTo(1);
    assertThat(driver.done.stream().map(FakeDriver.Done::offset).distinct()).hasSize(3_008);
  }

  @Test
  void urlsChangedWhileStopped_areMatchedByText() {
    driver.send();
    Round round = driver.next().round();
    driver.answer(round.attempts().get(0), REFUSED);
    driver.answer(round.attempts().get(1), DOWN);
    CursorChange change = flush();
    driver.restart(change, settings("http://c", "http://a"));
    assertThat(driver.next().round().attempts())
        .extracting(Attempt::url)
        .containsExactly("http://c");
    driver.restart(change, settings("http://a"));
    assertThat(driver.done.getLast().status())
        .as("the one that did not refuse is gone")
        .isEqualTo(FinalStatus.FAILED);
  }

  @Test
  void hold_isSavedForRetryWindows() {
    FakeDriver one = FakeDriver.usual();
    for (int i = 0; i < 10; i++) {
      one.send();
      one.answerNext(DOWN);
    }
    long held = one.now;
    one.send(3_000);
    one.answerAll(DOWN, Duration.ofHours(3));
    CursorChange change = one.machine.changes().orElseThrow();
    one.done.clear();
    one.restart(change, settings("http://a"));
    byte[] restored = requireNonNull(one.machine.changes().orElseThrow().cursor());
    assertThat(CursorCodec.decode(restored).holds())
        .as("what comes now is held from the restart on")
        .containsExactly(new Holds.Hold(held, one.end), new Holds.Hold(one.now, Holds.ONGOING));
    while (one.machine.queued() > 0 || !one.machine.isCaughtUp()) {
      if (!one.feeds.isEmpty() || !one.reads.isEmpty()) {
        one.answerFeeds();
        one.answerReads();
      } else if (!one.posted.isEmpty()) {
        one.answerNext(DOWN);
      } else {
        one.passToNext();
      }
    }
    assertThat(one.now).isEqualTo(held + Duration.ofHours(4).toMillis());
    assertThat(one.statuses()).containsOnly(FinalStatus.FAILED);
  }

  @Test
  void pause_isSavedForRetryWindows() {
    FakeDriver one = FakeDriver.usual();
    DeliverySettings paused = new DeliverySettings(List.of("http://a"), null, null, true);
    one.send();
    one.answerNext(DOWN);
    one.machine.apply(paused, one.now);
    CursorChange change = one.machine.changes().orElseThrow();
    one.pass(Duration.ofHours(9));
    one.restart(change, paused);
    one.pass(Duration.ofHours(9));
    assertThat(one.done).isEmpty();
    one.machine.apply(settings("http://a"), one.now);
    one.answerReads();
    one.answerNext(OK);
    assertThat(one.statuses()).containsExactly(FinalStatus.DELIVERED);
    one.restart(change, settings("http://a"));
    assertThat(one.posted).as("resumed while it was down").hasSize(1);
  }

  @Test
  void cancelledInFlight_isNotRetriedAfterACrash() {
    driver.send(2);
    driver.machine.cancel(2, driver.now);
    CursorChange change = flush();
    driver.done.clear();
    driver.restart(change, settings("http://a", "http://b"));
    driver.machine.tick(driver.now);
    assertThat(driver.posted).isEmpty();
    assertThat(driver.machine.status(1)).isEqualTo(new DeliveryStatus.Cancelled());
    assertThat(driver.statuses())
        .as("ends that the ledger did not tell")
        .containsExactly(FinalStatus.CANCELLED, FinalStatus.CANCELLED);
  }

  /** A crash between the cancellation and the entries of its messages repeats the reading. */
  @Test
  void cancelledUnread_isReportedAgainUntilItIsTold() {
    FakeDriver one = FakeDriver.usual();
    one.append();
    one.append();
    one.machine.cancel(2, one.now);
    CursorChange change = one.machine.changes().orElseThrow();
    assertThat(change.neededFrom()).isZero();
    one.ranges.clear();
    one.restart(change, settings("http://a"));
    one.machine.tick(one.now);
    assertThat(one.ranges).containsExactly("cancelled 0..2");

    one.machine.told(0, 1);
    CursorChange half = one.machine.changes().orElseThrow();
    one.ranges.clear();
    one.restart(half, settings("http://a"));
    one.machine.tick(one.now);
    assertThat(one.ranges).containsExactly("cancelled 1..2");

    one.machine.told(1, 2);
    assertThat(one.machine.changes().orElseThrow().neededFrom()).isEqualTo(2);
  }

  @Test
  void cursor_isSmall() {
    FakeDriver one = FakeDriver.usual();
    for (int i = 0; i < 5_000; i++) {
      one.send();
      one.answerNext(i % 2 == 0 ? DOWN : OK);
      one.now += 3;
    }
    assertThat(one.machine.open()).isGreaterThan(1_000);
    byte[] cursor = requireNonNull(one.machine.changes().orElseThrow().cursor());
    assertThat(cursor.length / one.machine.open()).isLessThanOrEqualTo(24);
  }

  @Test
  void corruptBytes_areRejected() {
    busy();
    byte[] cursor = requireNonNull(flush().cursor());
    CursorCodec.decode(cursor);
    for (int cut = 0; cut < cursor.length; cut++) {
      byte[] less = Arrays.copyOf(cursor, cut);
      assertThatThrownBy(() -> CursorCodec.decode(less))
          .isInstanceOf(CursorCorruptException.class)
          .hasMessageStartingWith("A destination's cursor cannot be read: ");
    }
    byte[] flipped = cursor.clone();
    flipped[cursor.length / 2] ^= 4;
    assertThatThrownBy(() -> CursorCodec.decode(flipped)).hasMessageContaining("wrong checksum");
    byte[] newer = Arrays.copyOf(cursor, cursor.length - 4);
    newer[0] = 2;
    ByteWriter out = new ByteWriter(newer.length);
    out.array(newer);
    byte[] signed = out.finish();
    assertThatThrownBy(() -> CursorCodec.decode(signed)).hasMessageContaining("version 2");
    SplittableRandom random = new SplittableRandom(TestSeeds.seed(CursorTest.class));
    CorruptBytes.mutated(cursor, random, 50_000, CursorCodec::decode);
  }
}
