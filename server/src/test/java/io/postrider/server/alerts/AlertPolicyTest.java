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
  private static final AlertPolicy.Thresholds TIMEOUT =
      new AlertPolicy.Thresholds(Duration.ofHours(1), Duration.ofMinutes(5));

  private final List<String> alerts = new ArrayList<>();
  private @Nullable Incident incident;
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");

  /** Observes after some time. */
  private void observe(String after, Condition condition) {
    now = now.plus(Duration.parse("PT" + after));
    observe(new Observation(ID, "Hook", condition, null, "The receiver answered 500."));
  }

  private void observe(Observation observation) {
    AlertPolicy.Decision decision = AlertPolicy.decide(incident, observation, now, TIMEOUT);
    incident = decision.incident();
    if (decision.alert() != null) {
      alerts.add(decision.alert().kind().wireName());
    }
  }

  @Test
  void failing_alertsAtOnceAndOnce() {
    observe("0S", Condition.UNKNOWN);
    observe("5S", Condition.HEALTHY);
    assertThat(alerts).isEmpty();
    observe("5S", Condition.FAILING);
    assertThat(alerts).containsExactly("destination.failing");
    observe("5S", Condition.FAILING);
    observe("59M", Condition.FAILING);
    assertThat(alerts).hasSize(1);
  }

  @Test
  void failingForLong_alertsOnceMore() {
    observe("0S", Condition.FAILING);
    observe("59M59S", Condition.FAILING);
    assertThat(alerts).hasSize(1);
    observe("1S", Condition.FAILING);
    assertThat(alerts).containsExactly("destination.failing", "destination.still_failing");
    observe("24H", Condition.FAILING);
    assertThat(alerts).hasSize(2);
  }

  @Test
  void recovery_alertsAfterItLasted() {
    observe("0S", Condition.FAILING);
    observe("10M", Condition.HEALTHY);
    observe("4M59S", Condition.HEALTHY);
    assertThat(alerts).hasSize(1);
    observe("1S", Condition.HEALTHY);
    assertThat(alerts).containsExactly("destination.failing", "destination.recovered");
    assertThat(incident).isNull();
    observe("1S", Condition.FAILING);
    assertThat(alerts).hasSize(3);
  }

  @Test
  void flapping_isOneIncident() {
    observe("0S", Condition.FAILING);
    for (int i = 0; i < 100; i++) {
      observe("4M59S", Condition.HEALTHY);
      observe("4M59S", Condition.HEALTHY);
      observe("1S", Condition.FAILING);
    }
    assertThat(alerts).containsExactly("destination.failing", "destination.still_failing");
  }

  @Test
  void unknownCondition_changesNothing() {
    observe("0S", Condition.FAILING);
    Incident before = incident;
    observe("24H", Condition.UNKNOWN);
    assertThat(incident).isEqualTo(before);
    assertThat(alerts).hasSize(1);
  }

  /** A restart forgets that it delivered. */
  @Test
  void unknownAfterHealthy_countsAsHealthy() {
    observe("0S", Condition.FAILING);
    observe("1M", Condition.HEALTHY);
    observe("5M", Condition.UNKNOWN);
    assertThat(alerts).containsExactly("destination.failing", "destination.recovered");
  }

  @Test
  void alerts_nameDestinationDurationAndError() {
    Instant since = now.minusSeconds(40);
    Observation observation =
        new Observation(ID, "Hook", Condition.FAILING, since, "No answer came in time.");
    AlertPolicy.Decision started = AlertPolicy.decide(null, observation, now, TIMEOUT);
    assertThat(started.alert())
        .isEqualTo(
            new AlertPolicy.Alert(
                AlertKind.FAILING,
                since,
                "Destination “Hook” is failing. No answer came in time."));
    AlertPolicy.Decision longer =
        AlertPolicy.decide(
            started.incident(), observation, now.plus(Duration.ofMinutes(90)), TIMEOUT);
    assertThat(longer.alert())
        .isEqualTo(
            new AlertPolicy.Alert(
                AlertKind.STILL_FAILING,
                since,
                "Destination “Hook” has been failing for 1 h 30 min. No answer came in time."));
    Observation well =
        new Observation(ID, "Hook", Condition.HEALTHY, null, "No answer came in time.");
    AlertPolicy.Decision better =
        AlertPolicy.decide(longer.incident(), well, now.plus(Duration.ofHours(2)), TIMEOUT);
    AlertPolicy.Decision over =
        AlertPolicy.decide(better.incident(), well, now.plus(Duration.ofMinutes(125)), TIMEOUT);
    assertThat(over.alert())
        .isEqualTo(
            new AlertPolicy.Alert(
                AlertKind.RECOVERED,
                since,
                "Destination “Hook” has recovered. It was failing for 2 h 0 min."));
  }

  @Test
  void sinceInTheFuture_isNow() {
    observe(new Observation(ID, "Hook", Condition.FAILING, now.plusSeconds(9), null));
    assertThat(incident).isEqualTo(new Incident(ID, now, null, false));
  }

  @ParameterizedTest
  @CsvSource({
    "59S,less than a minute",
    "1M,1 min",
    "59M59S,59 min",
    "61M,1 h 1 min",
    "49H,2 d 1 h"
  })
  void duration_hasTwoUnits(String time, String words) {
    assertThat(AlertPolicy.text(Duration.parse("PT" + time))).isEqualTo(words);
  }
}
