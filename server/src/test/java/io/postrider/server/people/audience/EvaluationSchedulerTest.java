package io.postrider.server.people.audience;

import static io.postrider.server.people.audience.Defining.HERE;
import static io.postrider.server.people.audience.Defining.audience;
import static io.postrider.server.people.audience.Defining.did;
import static io.postrider.server.people.audience.Defining.in;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.Audience;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EvaluationSchedulerTest {

  private static final Audience ONE = audience(1, "one", did("x", 1, Duration.ofHours(1)));
  private static final Audience TWO = audience(2, "two", in("one"));

  private final FakeEvaluationStore store = new FakeEvaluationStore();
  private final Definitions definitions =
      Definitions.of(List.of(ONE, TWO), List.of(), String::hashCode);
  private long unpublished;
  private int published;
  private Instant now = EngineHarness.NOON;
  private final EvaluationScheduler scheduler =
      new EvaluationScheduler(store, List::of, () -> unpublished, more -> published += more);

  /** A computation with a run. */
  private StoredComputation running(int index) {
    return RecomputePolicy.of(null, definitions.inOrder().get(index), now);
  }

  private List<String> round() {
    store.asked.clear();
    boolean _ = scheduler.cycle(now);
    return List.copyOf(store.asked);
  }

  private void begin() {
    scheduler.apply(definitions, now);
    round();
    round();
  }

  @Test
  void clockThatWasSetBack_doesNotDelaySweeps() {
    begin();
    assertThat(round()).doesNotContain("due");
    now = now.minus(Duration.ofDays(1));
    assertThat(round()).contains("due");
    assertThat(round()).doesNotContain("due");
    now = now.plus(EvaluationScheduler.BETWEEN_SWEEPS);
    assertThat(round()).contains("due");
  }

  @Test
  void round_runsEachKindOfWork() {
    store.windows = List.of(new Definitions.EventWindow(7, 1000));
    store.computations = List.of(running(0), running(1));
    store.pending = store.swept = store.running = store.introduced = store.deleted = 10;
    scheduler.apply(definitions, now);
    assertThat(round())
        .containsExactly(
            "due", "measure", "look", "sweep 7", "run 1", "introduce", "purge", "tidy 0");
    assertThat(round()).containsExactly("look", "sweep 7", "run 1", "introduce", "purge", "tidy 5");
  }

  /** Two depends on one. */
  @Test
  void runs_waitForThoseTheyDependOn() {
    store.computations = List.of(running(0), running(1));
    store.running = 10;
    scheduler.apply(definitions, now);
    for (int i = 0; i < 3; i++) {
      assertThat(round()).contains("run 1").doesNotContain("run 2");
    }
    store.computations = List.of(running(0).finished(now), running(1));
    scheduler.refresh();
    assertThat(round()).contains("run 2");
  }

  @Test
  void idle_readsOnlyQueuedProfiles() {
    begin();
    assertThat(scheduler.cycle(now)).isFalse();
    assertThat(round()).containsExactly("look");
    store.pending = 1;
    assertThat(scheduler.cycle(now)).isTrue();
  }

  @Test
  void everyMinute_windowsAreSweptAndSyncsStarted() {
    begin();
    store.windows = List.of(new Definitions.EventWindow(7, 1000));
    now = now.plus(EvaluationScheduler.BETWEEN_SWEEPS).minusMillis(1);
    assertThat(round()).containsExactly("look");
    now = now.plusMillis(1);
    assertThat(round()).containsExactly("due", "measure", "look", "sweep 7");
    assertThat(round()).containsExactly("look");
  }

  @Test
  void fullOutbox_onlyChangedProfilesAreEvaluated() {
    store.computations = List.of(running(0));
    begin();
    store.running = store.pending = 100;
    unpublished = EvaluationScheduler.MAX_UNPUBLISHED - 1;
    assertThat(round()).contains("look", "run 1");
    unpublished = EvaluationScheduler.MAX_UNPUBLISHED;
    assertThat(round()).containsExactly("look");
  }

  @Test
  void postponedBackfill_isRetriedLater() {
    store.rebuilding = true;
    begin();
    assertThat(scheduler.cycle(now)).as("whether there is more to do at once").isFalse();
    assertThat(round()).containsExactly("look", "introduce");
    store.rebuilding = false;
    assertThat(round()).contains("introduce");
    assertThat(round()).containsExactly("look");
  }

  @Test
  void idle_doesNotGrowTheBatch() {
    begin();
    store.took = Duration.ZERO;
    int first = store.lastMost;
    for (int i = 0; i < 20; i++) {
      round();
    }
    store.pending = 1;
    round();
    assertThat(store.lastMost).isEqualTo(first);
  }

  @Test
  void changes_areReported() {
    begin();
    store.pending = 1;
    store.changes = left -> Math.max(0, 3 * left);
    round();
    assertThat(published).isEqualTo(3);
  }

  @Test
  void brokenComputation_isExcludedForAWhileAndThenRuns() {
    store.computations = List.of(running(0));
    store.running = 1_000;
    begin();
    store.broken = 1;
    store.pending = 10;
    round();
    assertThat(scheduler.broken()).containsOnlyKeys(1L);
    assertThat(scheduler.broken().get(1L)).isEqualTo("no such thing");
    assertThat(round()).containsExactly("look");
    now = now.plus(EvaluationScheduler.RETRY_BROKEN_AFTER);
    store.broken = 0;
    assertThat(round()).contains("request 1", "look", "run 1");
    assertThat(scheduler.broken()).isEmpty();
  }

  @Test
  void newDefinitions_retryBrokenComputations() {
    begin();
    store.broken = 1;
    round();
    assertThat(scheduler.broken()).isNotEmpty();
    store.broken = 0;
    scheduler.apply(Definitions.of(List.of(TWO), List.of(), String::hashCode), now);
    assertThat(scheduler.broken()).isEmpty();
  }

  @Test
  void definitions_countEvaluations() {
    Audience three = audience(3, "three", did("x", 2));
    Definitions all = Definitions.of(List.of(ONE, TWO, three), List.of(), String::hashCode);
    String event = Trigger.event("x".hashCode());
    String window = Trigger.window("x".hashCode(), Duration.ofHours(1).toMillis());
    assertThat(all.evaluations(Set.of(event))).isEqualTo(2);
    assertThat(all.evaluations(Set.of(window))).isEqualTo(1);
    assertThat(all.evaluations(Set.of(event, window, Trigger.computation(1)))).isEqualTo(3);
    assertThat(all.evaluations(Set.of(Trigger.ANY))).isEqualTo(3);
    assertThat(all.evaluations(Set.of("nothing"))).isZero();
    assertThat(all.without(Set.of(1L)).evaluations(Set.of(event))).isEqualTo(1);
  }

  @Test
  void definitions_areInOrderOfDependence() {
    Audience first = audience(3, "first", in("two"));
    List<Long> order =
        Definitions.of(List.of(first, TWO, ONE), List.of(), String::hashCode).inOrder().stream()
            .map(Definitions.Entry::id)
            .toList();
    assertThat(order).containsExactly(1L, 2L, 3L);
    Audience other = audience(4, "other", did("y", 1));
    assertThat(Definitions.of(List.of(ONE, TWO, other), List.of(), String::hashCode).inOrder())
        .as("first those made of no other")
        .extracting(Definitions.Entry::id)
        .containsExactly(1L, 4L, 2L);
    assertThat(definitions.without(Set.of(1L)).inOrder())
        .extracting(Definitions.Entry::id)
        .containsExactly(2L);
    assertThat(definitions.without(Set.of(1L)).audience("one")).isEqualTo(1L);
    assertThat(ONE.destinations()).containsExactly(HERE);
  }
}
