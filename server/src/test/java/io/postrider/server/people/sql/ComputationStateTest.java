package io.postrider.server.people.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputationSettings;
import io.postrider.audience.SyncSchedule;
import io.postrider.server.catalog.definition.ComputationResults.Report;
import io.postrider.server.catalog.definition.ComputationResults.Status;
import io.postrider.server.people.audience.StoredComputation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The status of a computation whose change the engine has not applied yet. */
class ComputationStateTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final SyncSchedule HOURLY = new SyncSchedule(Duration.ofHours(1));

  private static Audience audience(boolean enabled, SyncSchedule sync) {
    return Audience.of(
        new ComputationId(ComputationKind.AUDIENCE, 1),
        "a",
        new ComputationSettings("a", enabled, List.of(), sync),
        new AudienceCondition.InAudience("b"),
        NOON);
  }

  private static StoredComputation stored(boolean paused, boolean realtime) {
    return new StoredComputation(
        1,
        ComputationKind.AUDIENCE,
        1,
        paused,
        realtime,
        List.of(),
        Set.of(),
        null,
        NOON,
        null,
        false,
        5);
  }

  private static Status status(Audience audience, StoredComputation stored) {
    return SqlComputationResults.report(audience, stored, null, 9).status();
  }

  @Test
  void enabledAgain_isComputing() {
    Report report =
        SqlComputationResults.report(
            audience(true, SyncSchedule.REALTIME), stored(true, true), null, 9);
    assertThat(report).isEqualTo(new Report(Status.COMPUTING, 5L, null, NOON, null, null));
  }

  @Test
  void realtimeFromNowOn_isComputing() {
    assertThat(status(audience(true, SyncSchedule.REALTIME), stored(false, false)))
        .isEqualTo(Status.COMPUTING);
  }

  @Test
  void unchanged_staysTheSame() {
    assertThat(status(audience(true, SyncSchedule.REALTIME), stored(false, true)))
        .isEqualTo(Status.LIVE);
    assertThat(status(audience(true, HOURLY), stored(false, false))).isEqualTo(Status.LIVE);
    assertThat(status(audience(true, HOURLY), stored(false, true))).isEqualTo(Status.LIVE);
  }

  @Test
  void disabled_isPausedAtOnce() {
    assertThat(status(audience(false, SyncSchedule.REALTIME), stored(false, true)))
        .isEqualTo(Status.PAUSED);
    assertThat(status(audience(false, SyncSchedule.REALTIME), stored(true, false)))
        .isEqualTo(Status.PAUSED);
  }
}
