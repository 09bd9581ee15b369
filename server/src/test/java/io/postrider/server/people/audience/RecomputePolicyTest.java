package io.postrider.server.people.audience;

import static io.postrider.server.people.audience.Defining.HERE;
import static io.postrider.server.people.audience.Defining.THERE;
import static io.postrider.server.people.audience.Defining.audience;
import static io.postrider.server.people.audience.Defining.did;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.Audience;
import io.postrider.audience.SyncSchedule;
import io.postrider.id.DestinationId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecomputePolicyTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);

  private static StoredComputation adopted(
      @Nullable StoredComputation stored,
      long version,
      boolean enabled,
      @Nullable Duration every,
      Instant now,
      DestinationId... destinations) {
    Audience audience =
        audience(1, "a", did("x", 1), version, enabled, new SyncSchedule(every), destinations);
    Definitions definitions = Definitions.of(List.of(audience), List.of(), String::hashCode);
    return RecomputePolicy.of(stored, definitions.inOrder().getFirst(), now);
  }

  private static StoredComputation live() {
    return adopted(null, 1, true, null, NOON, HERE).finished(NOON);
  }

  @Test
  void newComputation_runsThroughAllProfiles() {
    StoredComputation stored = adopted(null, 1, true, null, NOON, HERE);
    assertThat(stored.run()).isEqualTo(new StoredComputation.Run(0, NOON, false));
    assertThat(stored.isLive()).isTrue();
    assertThat(stored.nextSyncAt()).isNull();
    assertThat(RecomputePolicy.addedDestinations(null, stored)).isEmpty();
  }

  @Test
  void sameSettings_changeNothing() {
    assertThat(adopted(live(), 1, true, null, NOON.plus(HOUR), HERE)).isEqualTo(live());
    StoredComputation running = adopted(null, 1, true, null, NOON, HERE).advanced(7);
    assertThat(adopted(running, 1, true, null, NOON.plus(HOUR), HERE)).isEqualTo(running);
  }

  @Test
  void changedDefinition_runsFromTheFirstProfile() {
    StoredComputation running = adopted(null, 1, true, null, NOON, HERE).advanced(7);
    assertThat(adopted(running, 2, true, null, NOON.plus(HOUR), HERE).run())
        .isEqualTo(new StoredComputation.Run(0, NOON.plus(HOUR), false));
  }

  @Test
  void disabledComputation_runsWhenEnabled() {
    StoredComputation paused = adopted(live(), 1, false, null, NOON, HERE, THERE);
    assertThat(paused.isLive()).isFalse();
    assertThat(paused.isRunning()).isFalse();
    assertThat(paused.destinations()).containsExactly(HERE);
    StoredComputation enabled = adopted(paused, 1, true, null, NOON.plus(HOUR), HERE, THERE);
    assertThat(enabled.isRunning()).isTrue();
    assertThat(RecomputePolicy.addedDestinations(paused, enabled)).containsExactly(THERE);
  }

  @Test
  void scheduleThatBecomesRealtime_runsThroughAllProfiles() {
    StoredComputation hourly = adopted(null, 1, true, HOUR, NOON, HERE).finished(NOON);
    assertThat(adopted(hourly, 1, true, null, NOON.plusSeconds(1), HERE).run())
        .isEqualTo(StoredComputation.Run.from(NOON.plusSeconds(1)));
    assertThat(adopted(live(), 1, true, HOUR, NOON, HERE).run()).isNull();
    assertThat(adopted(hourly, 1, true, HOUR.dividedBy(2), NOON, HERE).run()).isNull();
  }

  @Test
  void destinations_areBackfilledWhenAddedAndDroppedWhenRemoved() {
    StoredComputation both = adopted(live(), 1, true, null, NOON, HERE, THERE);
    assertThat(both.run()).isNull();
    assertThat(RecomputePolicy.addedDestinations(live(), both)).containsExactly(THERE);
    StoredComputation one = adopted(both, 1, true, null, NOON, THERE);
    assertThat(RecomputePolicy.addedDestinations(both, one)).isEmpty();
    assertThat(one.destinations()).containsExactly(THERE);
  }

  @Test
  void schedule_staysUnlessItIsTooFarAhead() {
    StoredComputation hourly = adopted(null, 1, true, HOUR, NOON, HERE).finished(NOON);
    assertThat(hourly.nextSyncAt()).isEqualTo(NOON.plus(HOUR));
    Instant later = NOON.plusSeconds(60);
    assertThat(adopted(hourly, 1, true, HOUR, later, HERE)).isEqualTo(hourly);
    assertThat(adopted(hourly, 1, true, HOUR.multipliedBy(2), later, HERE).nextSyncAt())
        .isEqualTo(NOON.plus(HOUR));
    assertThat(adopted(hourly, 1, true, HOUR.dividedBy(2), later, HERE).nextSyncAt())
        .isEqualTo(later.plus(HOUR.dividedBy(2)));
    assertThat(adopted(hourly, 1, true, null, later, HERE).nextSyncAt()).isNull();
    assertThat(adopted(hourly, 1, false, HOUR, later, HERE).nextSyncAt()).isNull();
  }

  @Test
  void due_startsARunAndIsNextDueAhead() {
    StoredComputation hourly = adopted(null, 1, true, HOUR, NOON, HERE).finished(NOON);
    Instant due = NOON.plus(HOUR);
    assertThat(RecomputePolicy.due(hourly, HOUR, due.minusMillis(1))).isEqualTo(hourly);
    StoredComputation started = RecomputePolicy.due(hourly, HOUR, due);
    assertThat(started.run()).isEqualTo(new StoredComputation.Run(0, due, false));
    assertThat(started.nextSyncAt()).isEqualTo(due.plus(HOUR));
    // a node that was down for a day starts one run, not 24
    Instant muchLater = due.plus(Duration.ofDays(1)).plusSeconds(1);
    assertThat(RecomputePolicy.due(hourly, HOUR, muchLater).nextSyncAt())
        .isEqualTo(due.plus(Duration.ofDays(1)).plus(HOUR));
    // a run in progress continues
    StoredComputation running = started.advanced(5);
    assertThat(RecomputePolicy.due(running, HOUR, due.plus(HOUR)).run()).isEqualTo(running.run());
  }

  @Test
  void syncOfAClockThatWasSetBack_isDueWithinAnInterval() {
    StoredComputation hourly = adopted(null, 1, true, HOUR, NOON, HERE).finished(NOON);
    Instant yesterday = NOON.minus(Duration.ofDays(1));
    StoredComputation waiting = RecomputePolicy.due(hourly, HOUR, yesterday);
    assertThat(waiting.nextSyncAt()).isEqualTo(yesterday.plus(HOUR));
    assertThat(waiting.run()).isEqualTo(hourly.run());
    assertThat(RecomputePolicy.due(hourly, HOUR, NOON)).as("exactly an interval").isEqualTo(hourly);
  }

  @Test
  void request_duringARun_startsAnotherAfterIt() {
    StoredComputation running =
        adopted(null, 1, true, null, NOON, HERE).advanced(7).requested(NOON);
    assertThat(running.run()).isEqualTo(new StoredComputation.Run(7, NOON, true));
    StoredComputation again = running.finished(NOON.plus(HOUR));
    assertThat(again.run()).isEqualTo(new StoredComputation.Run(0, NOON.plus(HOUR), false));
    assertThat(again.finished(NOON.plus(HOUR)).run()).isNull();
    assertThat(live().requested(NOON).run()).isEqualTo(new StoredComputation.Run(0, NOON, false));
  }
}
