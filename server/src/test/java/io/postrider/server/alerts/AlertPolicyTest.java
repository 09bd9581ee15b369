package io.postrider.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.server.alerts.Observation.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlertPolicyTest {

  private static final DestinationId ID = new DestinationId(7);
  private static final AlertPolicy.Patience PATIENCE =
      new AlertPolicy.Patience(Duration.ofHours(1), Duration.ofMinutes(5));

  private final List<String> told = new ArrayList<>();
  private @Nullable Incident trouble;
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");

  /** Looks after some time has passed. */
  private void look(String after, Condition condition) {
    now = now.plus(Duration.parse("PT" + after));
    look(new Observation(ID, "Hook", condition, null, "The receiver answered 500."));
  }

  private void look(Observation sight) {
    AlertPolicy.Decision decision = AlertPolicy.decide(trouble, sight, now, PATIENCE);
    trouble = decision.trouble();
    if (decision.notice() != null) {
      told.add(decision.notice().kind().wireName());
    }
  }

  @Test
  void failing_isToldAtOnceAndOnce() {
    look("0S", Condition.UNKNOWN);
    look("5S", Condition.WELL);
    assertThat(told).isEmpty();
    look("5S", Condition.FAILING);
    assertThat(told).containsExactly("destination.failing");
    look("5S", Condition.FAILING);
    look("59M", Condition.FAILING);
    assertThat(told).hasSize(1);
  }

  @Test
  void failingForLong_isToldOnceMoreAtTheBound() {
    look("0S", Condition.FAILING);
    look("59M59S", Condition.FAILING);
    assertThat(told).hasSize(1);
    look("1S", Condition.FAILING);
    assertThat(told).containsExactly("destination.failing", "destination.still_failing");
    look("24H", Condition.FAILING);
    assertThat(told).hasSize(2);
  }

  @Test
  void recovery_isToldWhenItHasLasted() {
    look("0S", Condition.FAILING);
    look("10M", Condition.WELL);
    look("4M59S", Condition.WELL);
    assertThat(told).hasSize(1);
    look("1S", Condition.WELL);
    assertThat(told).containsExactly("destination.failing", "destination.recovered");
    assertThat(trouble).isNull();
    look("1S", Condition.FAILING);
    assertThat(told).hasSize(3);
  }

  @Test
  void flapping_isOneTrouble() {
    look("0S", Condition.FAILING);
    for (int i = 0; i < 100; i++) {
      look("4M59S", Condition.WELL);
      look("4M59S", Condition.WELL);
      look("1S", Condition.FAILING);
    }
    assertThat(told).containsExactly("destination.failing", "destination.still_failing");
  }

  @Test
  void notKnown_changesNothing() {
    look("0S", Condition.FAILING);
    Incident before = trouble;
    look("24H", Condition.UNKNOWN);
    assertThat(trouble).isEqualTo(before);
    assertThat(told).hasSize(1);
  }

  /** It delivered, and then the program was started again: nothing since speaks against it. */
  @Test
  void notKnownAfterItWasWell_isRecoveryWhenItHasLasted() {
    look("0S", Condition.FAILING);
    look("1M", Condition.WELL);
    look("5M", Condition.UNKNOWN);
    assertThat(told).containsExactly("destination.failing", "destination.recovered");
  }

  @Test
  void notices_sayWhatPeopleNeed() {
    Instant since = now.minusSeconds(40);
    Observation sight =
        new Observation(ID, "Hook", Condition.FAILING, since, "No answer came in time.");
    AlertPolicy.Decision begun = AlertPolicy.decide(null, sight, now, PATIENCE);
    assertThat(begun.notice())
        .isEqualTo(
            new AlertPolicy.Notice(
                AlertKind.FAILING,
                since,
                "“Hook” takes nothing it is sent. No answer came in time."));
    AlertPolicy.Decision longer =
        AlertPolicy.decide(begun.trouble(), sight, now.plus(Duration.ofMinutes(90)), PATIENCE);
    assertThat(longer.notice())
        .isEqualTo(
            new AlertPolicy.Notice(
                AlertKind.STILL_FAILING,
                since,
                "“Hook” takes nothing it is sent for 1 h 30 min now. No answer came in time."));
    Observation well = new Observation(ID, "Hook", Condition.WELL, null, "No answer came in time.");
    AlertPolicy.Decision better =
        AlertPolicy.decide(longer.trouble(), well, now.plus(Duration.ofHours(2)), PATIENCE);
    AlertPolicy.Decision over =
        AlertPolicy.decide(better.trouble(), well, now.plus(Duration.ofMinutes(125)), PATIENCE);
    assertThat(over.notice())
        .isEqualTo(
            new AlertPolicy.Notice(
                AlertKind.RECOVERED,
                since,
                "“Hook” takes messages again. It did not for 2 h 0 min."));
  }

  @Test
  void sinceInTheFuture_isNow() {
    look(new Observation(ID, "Hook", Condition.FAILING, now.plusSeconds(9), null));
    assertThat(trouble).isEqualTo(new Incident(ID, now, null, false));
  }

  @ParameterizedTest
  @CsvSource({
    "59S,less than a minute",
    "1M,1 min",
    "59M59S,59 min",
    "61M,1 h 1 min",
    "49H,2 d 1 h"
  })
  void time_isInWords(String time, String words) {
    assertThat(AlertPolicy.words(Duration.parse("PT" + time))).isEqualTo(words);
  }
}
