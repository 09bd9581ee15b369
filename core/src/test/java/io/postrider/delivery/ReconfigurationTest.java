package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static io.postrider.delivery.FakeDriver.REFUSED;
import static io.postrider.delivery.FakeDriver.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests changed settings, limits, and disabling. */
class ReconfigurationTest {

  private final FakeDriver driver = FakeDriver.usual();

  @Test
  void newUrl_isDueAtOnceForOpenDeliveries() {
    driver.send();
    driver.answerNext(DOWN);
    driver.machine.apply(settings("http://a", "http://b"), driver.now);
    driver.answerReads();
    FakeDriver.Posted retry = driver.next();
    assertThat(retry.atMillis()).isEqualTo(driver.now);
    assertThat(retry.round().attempts()).extracting(Attempt::url).containsExactly("http://b");
    assertThat(retry.only().urlIndex()).isEqualTo(1);
  }

  @Test
  void removedUrl_isForgottenButItsAttemptCounts() {
    driver.machine.apply(settings("http://a", "http://b"), driver.now);
    driver.send();
    Round round = driver.next().round();
    driver.machine.apply(settings("http://b"), driver.now);
    driver.answer(round.attempts().get(1), DOWN);
    driver.answer(round.attempts().get(0), OK);
    assertThat(driver.statuses()).containsExactly(FinalStatus.DELIVERED);
  }

  @Test
  void refusalOfARemovedUrl_doesNotCount() {
    driver.send();
    Attempt attempt = driver.next().only();
    driver.machine.apply(settings("http://b"), driver.now);
    driver.answer(attempt, REFUSED);
    assertThat(driver.done).isEmpty();
    driver.passToNext();
    assertThat(driver.next().only().url()).isEqualTo("http://b");
  }

  @Test
  void messageThatAllRemainingUrlsRefused_fails() {
    driver.machine.apply(settings("http://a", "http://b"), driver.now);
    driver.send();
    Round round = driver.next().round();
    driver.answer(round.attempts().get(0), REFUSED);
    driver.answer(round.attempts().get(1), DOWN);
    driver.machine.apply(settings("http://a"), driver.now);
    assertThat(driver.statuses()).containsExactly(FinalStatus.FAILED);
  }

  @Test
  void reorderedUrls_keepTheirState() {
    driver.machine.apply(settings("http://a", "http://b"), driver.now);
    driver.send();
    Round round = driver.next().round();
    driver.answer(round.attempts().get(0), REFUSED);
    driver.answer(round.attempts().get(1), DOWN);
    driver.machine.apply(settings("http://c", "http://b", "http://a"), driver.now);
    driver.answerReads();
    assertThat(driver.next().round().attempts())
        .extracting(Attempt::url)
        .containsExactly("http://c");
  }

  @Test
  void settingsChangedDuringARead_apply() {
    driver.send();
    driver.answerNext(DOWN);
    driver.now += 7_000;
    driver.machine.tick(driver.now);
    assertThat(driver.reads).hasSize(1);
    driver.machine.apply(settings("http://b"), driver.now);
    driver.answerReads();
    driver.answerReads();
    assertThat(driver.next().only().url()).isEqualTo("http://b");
  }

  @Test
  void newUrl_endsAHold() {
    for (int i = 0; i < 10; i++) {
      driver.send();
      driver.answerNext(DOWN);
    }
    driver.send(5);
    assertThat(driver.limits.state()).isEqualTo(DestinationState.FAILING);
    driver.machine.apply(settings("http://a", "http://b"), driver.now);
    assertThat(driver.limits.state()).isEqualTo(DestinationState.DEGRADED);
    driver.answerAll(OK, Duration.ofMillis(1));
    assertThat(driver.statuses()).hasSize(15).containsOnly(FinalStatus.DELIVERED);
  }

  @Test
  void maxRate_spreadsRounds() {
    driver.machine.apply(new DeliverySettings(List.of("http://a"), 20, null, false), driver.now);
    driver.send(100);
    int first = driver.posted.size();
    assertThat(first).isEqualTo(2);
    long start = driver.now;
    int[] inSecond = new int[10];
    while (driver.done.size() < 100) {
      while (!driver.posted.isEmpty()) {
        inSecond[(int) ((driver.now - start) / 1000)]++;
        driver.answerNext(OK);
      }
      if (driver.done.size() < 100) {
        driver.passToNext();
      }
    }
    assertThat(driver.now - start).isBetween(4_800L, 5_100L);
    assertThat(inSecond[0]).isBetween(20, 22);
    assertThat(inSecond[2]).isBetween(19, 21);
  }

  @Test
  void rateOfRetriesAndFirstRounds_isShared() {
    driver.send(100);
    driver.answerAll(OK, Duration.ofSeconds(1));
    driver.done.clear();
    driver.send(9);
    for (int i = 0; i < 9; i++) {
      driver.answerNext(DOWN);
    }
    driver.machine.apply(new DeliverySettings(List.of("http://a"), 1, null, false), driver.now);
    driver.send(100);
    driver.now += 10_000;
    int retries = 0;
    for (int i = 0; i < 16; i++) {
      driver.passToNext();
      while (!driver.posted.isEmpty()) {
        retries += driver.posted.element().round().number() > 1 ? 1 : 0;
        driver.answerNext(OK);
      }
    }
    assertThat(retries).isBetween(7, 9);
  }

  @Test
  void maxConcurrency_boundsFirstRoundsAndRetriesTogether() {
    driver.machine.apply(new DeliverySettings(List.of("http://a"), null, 1, false), driver.now);
    driver.send(2);
    assertThat(driver.posted).hasSize(1);
    driver.answerNext(DOWN);
    assertThat(driver.posted).hasSize(1);
    driver.pass(Duration.ofSeconds(10));
    assertThat(driver.posted).hasSize(1);
    assertThat(driver.reads).isEmpty();
    driver.answerNext(OK);
    driver.answerReads();
    assertThat(driver.answerNext(OK).round().number()).isEqualTo(2);
  }

  @Test
  void disabling_cancelsPendingDeliveries() {
    driver.send(8);
    driver.answerNext(DOWN);
    Attempt delivers = driver.next().only();
    Attempt fails = driver.next().only();
    driver.send(10);
    driver.append();
    driver.append();
    driver.machine.cancel(20, driver.now);
    assertThat(driver.done)
        .extracting(FakeDriver.Done::offset, FakeDriver.Done::status)
        .containsExactly(tuple(0L, FinalStatus.CANCELLED));
    // the slot that the first one freed took a message from the queue
    assertThat(driver.ranges).containsExactly("cancelled 9..20");
    driver.answer(delivers, OK);
    driver.answer(fails, DOWN);
    assertThat(driver.statuses())
        .containsExactly(FinalStatus.CANCELLED, FinalStatus.DELIVERED, FinalStatus.CANCELLED);
    assertThat(driver.machine.status(0)).isEqualTo(new DeliveryStatus.Cancelled());
    assertThat(driver.machine.status(1)).isEqualTo(new DeliveryStatus.Settled());
    assertThat(driver.machine.status(2)).isEqualTo(new DeliveryStatus.Cancelled());
    assertThat(driver.machine.status(15)).isEqualTo(new DeliveryStatus.Cancelled());
    assertThat(driver.machine.queued()).isZero();
    assertThat(driver.machine.isCaughtUp()).isTrue();
    driver.distribute();
    assertThat(driver.machine.queued()).as("offers below are ignored").isZero();
    driver.posted.clear();
    driver.send();
    assertThat(driver.machine.failed()).isZero();
    assertThat(driver.posted.element().round().offset()).isEqualTo(20);
  }

  @Test
  void disablingWhileBehind_skipsTheBacklog() {
    driver.send(10_000);
    assertThat(driver.machine.isCaughtUp()).isFalse();
    driver.machine.cancel(driver.end, driver.now);
    assertThat(driver.machine.isCaughtUp()).isTrue();
    assertThat(driver.machine.readTo()).isEqualTo(10_000);
    driver.posted.forEach(posted -> driver.answer(posted.only(), OK));
    assertThat(driver.machine.open()).isZero();
    assertThat(driver.machine.status(9_999)).isEqualTo(new DeliveryStatus.Cancelled());
  }
}
