package io.postrider.delivery;

import static io.postrider.delivery.FakeDriver.DOWN;
import static io.postrider.delivery.FakeDriver.OK;
import static io.postrider.delivery.FakeDriver.REFUSED;
import static io.postrider.delivery.FakeDriver.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The health of a destination is saved and restored. */
class SavedHealthTest {

  private static final DeliverySettings SETTINGS = FakeDriver.settings("http://a", "http://b");
  private static final LastError ERROR =
      new LastError(FailureReason.HTTP_STATUS, 500, "It answered 500.", "http://a/…", START);

  private final FakeDriver driver = new FakeDriver(DeliveryRules.DEFAULT, SETTINGS);

  private static DestinationLimits limits(DeliveryRules rules, DeliverySettings settings) {
    return new DestinationLimits(rules, settings, new SplittableRandom(3));
  }

  /** The limits after a restart at a time. */
  private DestinationLimits restarted(long nowMillis) {
    DestinationLimits limits = limits(DeliveryRules.DEFAULT, SETTINGS);
    var _ = limits.restoreHealth(driver.limits.encodeHealth(null), nowMillis);
    return limits;
  }

  private void fail() {
    for (int i = 0; i < 10; i++) {
      driver.send();
      driver.answerNext(DOWN);
    }
  }

  @Test
  void openBreakers_surviveARestart() {
    fail();
    DestinationLimits limits = restarted(driver.now + 100);
    assertThat(limits.urls()).isEqualTo(driver.limits.urls());
    assertThat(limits.state()).isEqualTo(DestinationState.FAILING);
    assertThat(limits.isHeld()).isTrue();
    assertThat(limits.keepsFailing()).isTrue();
    assertThat(limits.failingSince()).isEqualTo(Instant.ofEpochMilli(START));
    assertThat(limits.encodeHealth(null)).isEqualTo(driver.limits.encodeHealth(null));
  }

  @Test
  void probesAfterARestart_goOnAsPlanned() {
    fail();
    driver.send(5);
    driver.answerAll(DOWN, Duration.ofMinutes(10));
    Instant probe = requireNonNull(driver.limits.urls().getFirst().nextProbe());
    driver.restart(driver.machine.changes().orElseThrow(), SETTINGS);
    assertThat(driver.posted).as("a restart is no reason to send").isEmpty();
    driver.passToNext();
    assertThat(driver.now).isLessThanOrEqualTo(probe.toEpochMilli());
    assertThat(driver.posted).hasSize(1);
  }

  @Test
  void degradedAndRefusing_surviveARestart() {
    driver.send();
    Round round = driver.next().round();
    driver.answer(round.attempts().get(0), REFUSED);
    driver.answer(round.attempts().get(1), OK);
    DestinationLimits limits = restarted(driver.now + 90_000);
    assertThat(limits.state()).isEqualTo(DestinationState.DEGRADED);
    assertThat(limits.urls()).isEqualTo(driver.limits.urls());
    assertThat(limits.failingSince()).isEqualTo(Instant.ofEpochMilli(START));
    assertThat(limits.deliveredAt())
        .as("to the minute")
        .isEqualTo(Instant.ofEpochMilli(START - START % 60_000));
  }

  @Test
  void successesWithinAMinute_changeNothing() {
    driver.send();
    driver.answerNext(OK);
    byte[] before = driver.limits.encodeHealth(null);
    driver.pass(Duration.ofMillis(60_000 - driver.now % 60_000 - 1));
    driver.send();
    driver.answerNext(OK);
    assertThat(driver.limits.encodeHealth(null)).isEqualTo(before);
    driver.pass(Duration.ofMillis(1));
    driver.send();
    driver.answerNext(OK);
    assertThat(driver.limits.encodeHealth(null)).isNotEqualTo(before);
  }

  @Test
  void url_keepsItsHealthWhereverItIsListed() {
    fail();
    DestinationLimits limits =
        limits(DeliveryRules.DEFAULT, FakeDriver.settings("http://c", "http://b"));
    var _ = limits.restoreHealth(driver.limits.encodeHealth(null), driver.now);
    assertThat(limits.urls()).extracting(UrlState::breakerOpen).containsExactly(false, true);
    assertThat(limits.state()).isEqualTo(DestinationState.DEGRADED);
    assertThat(limits.isHeld()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 60_000, 86_400_000, 31L * 86_400_000})
  void nextProbe_comesWithinTheProbeIntervalThoughTheClockIsSetBack(long backMillis) {
    fail();
    driver.answerAll(DOWN, Duration.ofHours(1));
    DestinationLimits limits = restarted(driver.now - backMillis);
    for (UrlState url : limits.urls()) {
      assertThat(url.nextProbe())
          .isBeforeOrEqualTo(
              Instant.ofEpochMilli(driver.now - backMillis)
                  .plus(DeliveryRules.DEFAULT.probeInterval()));
    }
    assertThat(limits.failingSince())
        .isBeforeOrEqualTo(Instant.ofEpochMilli(driver.now - backMillis));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 86_400_000})
  void requestedDelay_isBoundedByTheCapAndByTheWindow(long backMillis) {
    for (int i = 0; i < 10; i++) {
      driver.send();
      driver.answerNext(new Outcome.Deferred(503, Duration.ofMinutes(25)));
    }
    long now = driver.now - backMillis;
    byte[] saved = driver.limits.encodeHealth(null);
    Instant asked = requireNonNull(driver.limits.urls().getFirst().nextProbe());
    DestinationLimits same = limits(DeliveryRules.DEFAULT, SETTINGS);
    var _ = same.restoreHealth(saved, now);
    Instant latest = Instant.ofEpochMilli(now).plus(DeliveryRules.MAX_RETRY_AFTER);
    assertThat(same.urls().getFirst().nextProbe())
        .isEqualTo(asked.isAfter(latest) ? latest : asked);
    DeliveryRules shorter = withWindow(Duration.ofMinutes(5));
    DestinationLimits sooner = limits(shorter, SETTINGS);
    var _ = sooner.restoreHealth(saved, now);
    assertThat(sooner.urls().getFirst().nextProbe())
        .isEqualTo(Instant.ofEpochMilli(now).plus(Duration.ofMinutes(5)).minusSeconds(1));
  }

  private static DeliveryRules withWindow(Duration window) {
    DeliveryRules usual = DeliveryRules.DEFAULT;
    return new DeliveryRules(
        usual.retryFirstDelay(),
        usual.retryMaxDelay(),
        window,
        usual.probeInterval(),
        usual.breakerFailures(),
        usual.firstConcurrency(),
        usual.mostConcurrency(),
        usual.maxOpen(),
        usual.queueMessages(),
        usual.queueBytes(),
        usual.replayOpen());
  }

  private @Nullable LastError restoredError(LastError error, long nowMillis) {
    return limits(DeliveryRules.DEFAULT, SETTINGS)
        .restoreHealth(driver.limits.encodeHealth(error), nowMillis);
  }

  @Test
  void lastError_survivesARestart() {
    assertThat(restoredError(ERROR, START)).isEqualTo(ERROR);
    assertThat(requireNonNull(restoredError(ERROR, START - 5)).atMillis())
        .as("nothing in the past lies in the future")
        .isEqualTo(START - 5);
  }

  @Test
  void longTexts_areCutAtACharacter() {
    String most = "x".repeat(HealthCodec.MAX_TEXT_BYTES);
    LastError error = requireNonNull(restoredError(withDetail(most), START));
    assertThat(error.detail()).isEqualTo(most);
    error = requireNonNull(restoredError(withDetail(most + "x"), START));
    assertThat(error.detail()).isEqualTo(most);
    String wide = "x" + "é".repeat(HealthCodec.MAX_TEXT_BYTES / 2);
    error = requireNonNull(restoredError(withDetail(wide), START));
    assertThat(error.detail().getBytes(UTF_8)).hasSize(HealthCodec.MAX_TEXT_BYTES - 1);
    assertThat(wide).startsWith(error.detail());
  }

  private static LastError withDetail(String detail) {
    return new LastError(FailureReason.TIMEOUT, 0, detail, "http://a", START);
  }

  @Test
  void corruptBytes_areRefusedAndChangeNothing() {
    fail();
    byte[] bytes = driver.limits.encodeHealth(ERROR);
    bytes[3] ^= 1;
    DestinationLimits limits = limits(DeliveryRules.DEFAULT, SETTINGS);
    assertThatThrownBy(() -> limits.restoreHealth(bytes, START))
        .isInstanceOf(CursorCorruptException.class)
        .hasMessageContaining("health");
    assertThat(limits.state()).isEqualTo(DestinationState.HEALTHY);
    bytes[3] ^= 1;
    CorruptBytes.mutated(
        bytes,
        new SplittableRandom(7),
        5_000,
        mutant -> {
          DestinationLimits mutated = limits(DeliveryRules.DEFAULT, SETTINGS);
          var _ = mutated.restoreHealth(mutant, START);
          assertThat(mutated.encodeHealth(null)).isNotEmpty();
          assertThat(mutated.urls()).hasSize(2);
        });
  }

  @Test
  void laterVersion_isRefusedInASentence() {
    ByteWriter out = new ByteWriter(8);
    out.octet(2);
    byte[] bytes = out.finish();
    assertThatThrownBy(() -> limits(DeliveryRules.DEFAULT, SETTINGS).restoreHealth(bytes, START))
        .hasMessage(
            "A destination's health cannot be read: version 2, which this version does not"
                + " support");
  }

  @Test
  void noUrls_areNoHealth() {
    byte[] none = HealthCodec.encode(new SavedHealth(List.of(), null), 0);
    DestinationLimits limits = limits(DeliveryRules.DEFAULT, SETTINGS);
    assertThat(limits.restoreHealth(none, START)).isNull();
    assertThat(limits.state()).isEqualTo(DestinationState.HEALTHY);
  }
}
