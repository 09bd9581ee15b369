package io.postrider.server.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.route.DestinationId;
import io.postrider.server.notify.Sight.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VigilTest {

  private static final DestinationId ID = new DestinationId(7);
  private static final Vigil.Patience PATIENCE =
      new Vigil.Patience(Duration.ofHours(1), Duration.ofMinutes(5));

  private final List<String> told = new ArrayList<>();
  private @Nullable Trouble trouble;
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");

  /** Looks after some time has passed. */
  private void look(String after, Condition condition) {
    now = now.plus(Duration.parse("PT" + after));
    look(new Sight(ID, "Hook", condition, null, "The receiver answered 500."));
  }

  private void look(Sight sight) {
    Vigil.Decision decision = Vigil.decide(trouble, sight, now, PATIENCE);
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
    Trouble before = trouble;
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
    Sight sight = new Sight(ID, "Hook", Condition.FAILING, since, "No answer came in time.");
    Vigil.Decision begun = Vigil.decide(null, sight, now, PATIENCE);
    assertThat(begun.notice())
        .isEqualTo(
            new Vigil.Notice(
                Kind.FAILING, since, "“Hook” takes nothing it is sent. No answer came in time."));
    Vigil.Decision longer =
        Vigil.decide(begun.trouble(), sight, now.plus(Duration.ofMinutes(90)), PATIENCE);
    assertThat(longer.notice())
        .isEqualTo(
            new Vigil.Notice(
                Kind.STILL_FAILING,
                since,
                "“Hook” takes nothing it is sent for 1 h 30 min now. No answer came in time."));
    Sight well = new Sight(ID, "Hook", Condition.WELL, null, "No answer came in time.");
    Vigil.Decision better =
        Vigil.decide(longer.trouble(), well, now.plus(Duration.ofHours(2)), PATIENCE);
    Vigil.Decision over =
        Vigil.decide(better.trouble(), well, now.plus(Duration.ofMinutes(125)), PATIENCE);
    assertThat(over.notice())
        .isEqualTo(
            new Vigil.Notice(
                Kind.RECOVERED, since, "“Hook” takes messages again. It did not for 2 h 0 min."));
  }

  @Test
  void sinceInTheFuture_isNow() {
    look(new Sight(ID, "Hook", Condition.FAILING, now.plusSeconds(9), null));
    assertThat(trouble).isEqualTo(new Trouble(ID, now, null, false));
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
    assertThat(Vigil.words(Duration.parse("PT" + time))).isEqualTo(words);
  }
}
