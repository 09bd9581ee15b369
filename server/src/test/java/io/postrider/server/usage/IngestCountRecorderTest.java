package io.postrider.server.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.server.database.TimeStep;
import io.postrider.server.ingest.IngestMetrics;
import io.postrider.server.usage.IngestCountStore.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IngestCountRecorderTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final LongAdder accepted = new LongAdder();
  private final LongAdder others = new LongAdder();
  private final FlakyIntakeStore store = new FlakyIntakeStore();
  private Instant now = NOON.plusSeconds(30);
  private final IngestCountRecorder recorder =
      new IngestCountRecorder(
          store,
          () -> IngestMetrics.acceptedTotal(registry),
          () -> IngestMetrics.rejectedTotal(registry),
          () -> now);

  IngestCountRecorderTest() {
    register(accepted, "a");
    register(others, "b");
  }

  private void register(LongAdder adder, String source) {
    FunctionCounter.builder(IngestMetrics.ACCEPTED, adder, LongAdder::doubleValue)
        .tag("source", source)
        .register(registry);
  }

  private void reject(String code) {
    Counter.builder(IngestMetrics.REJECTED).tag("code", code).register(registry).increment();
  }

  @Test
  void growthOfAllCounters_isStoredByMinute() {
    accepted.add(3);
    others.add(4);
    reject("a");
    reject("b");
    recorder.flush();
    recorder.flush();
    accepted.add(1);
    recorder.flush();
    now = now.plusSeconds(30);
    accepted.add(5);
    recorder.flush();
    assertThat(store.counts)
        .containsExactly(
            new Count(NOON, 7, 2), new Count(NOON, 1, 0), new Count(NOON.plusSeconds(60), 5, 0));
  }

  @Test
  void acceptedMessages_areOfTheirMinutes_alsoBeforeTheFirstCount() {
    accepted.add(3);
    recorder.flush();
    now = NOON.plusSeconds(600);
    accepted.add(4);
    recorder.flush();
    assertThat(recorder.accepted(NOON.minusSeconds(600), NOON.plusSeconds(300))).isEqualTo(3);
    assertThat(recorder.accepted(NOON.minusSeconds(600), NOON.minusSeconds(300))).isZero();
    assertThat(recorder.accepted(NOON.minusSeconds(600), NOON.plusSeconds(601))).isEqualTo(7);
    assertThat(recorder.accepted(NOON.plusSeconds(630), NOON.plusSeconds(660))).isEqualTo(4);
  }

  @Test
  void acceptedMessages_areOfTheirHours_whereMinutesAreDeleted() {
    accepted.add(3);
    recorder.flush();
    now = NOON.plusSeconds(3_600);
    accepted.add(4);
    recorder.flush();
    now = NOON.plus(TimeStep.MINUTE.retention()).plusSeconds(1_800);
    store.minutesFrom = NOON.plusSeconds(1_800);
    assertThat(recorder.accepted(NOON.plusSeconds(1_800), NOON.plusSeconds(1_860))).isEqualTo(3);
    assertThat(recorder.accepted(NOON.plusSeconds(1_800), now)).isEqualTo(7);
    assertThat(recorder.accepted(NOON.plusSeconds(3_600), NOON.plusSeconds(3_660))).isEqualTo(4);
    assertThat(recorder.accepted(NOON.plusSeconds(3_660), now)).isZero();
  }

  @Test
  void countsThatCannotBeStored_areStoredLaterUnderTheirMinute() {
    store.away = true;
    accepted.add(3);
    assertThatThrownBy(recorder::flush).hasMessage("away");
    now = now.plusSeconds(60);
    accepted.add(4);
    assertThat(recorder.find(TimeStep.MINUTE, NOON, now)).isEmpty();
    store.away = false;
    recorder.flush();
    assertThat(store.counts)
        .containsExactly(new Count(NOON, 3, 0), new Count(NOON.plusSeconds(60), 4, 0));
  }

  @Test
  void minutesThatWait_areBounded() {
    store.away = true;
    for (int minute = 0; minute < IngestCountRecorder.MAX_WAITING + 10; minute++) {
      accepted.increment();
      assertThatThrownBy(recorder::flush).hasMessage("away");
      now = now.plusSeconds(60);
    }
    store.away = false;
    recorder.flush();
    assertThat(store.counts).hasSize(IngestCountRecorder.MAX_WAITING);
    assertThat(store.counts.getLast().accepted()).isEqualTo(11);
  }

  @Test
  void find_includesTheCurrentMinute_andCloseStoresTheRest() {
    recorder.start();
    accepted.add(2);
    assertThat(recorder.find(TimeStep.MINUTE, NOON, now)).hasSize(1);
    accepted.add(9);
    recorder.close();
    assertThat(store.counts).contains(new Count(NOON, 9, 0));
  }

  /** Stores counts in a list, or fails. */
  private static final class FlakyIntakeStore implements IngestCountStore {
    private Instant minutesFrom = Instant.MIN;

    final List<Count> counts = new ArrayList<>();
    boolean away;

    @Override
    public synchronized void add(List<Count> minutes) {
      if (away) {
        throw new IllegalStateException("away");
      }
      counts.addAll(minutes);
    }

    @Override
    public synchronized List<Count> find(TimeStep step, Instant from, Instant to) {
      return counts.stream()
          .filter(count -> step == TimeStep.HOUR || !count.start().isBefore(minutesFrom))
          .map(count -> new Count(step.start(count.start()), count.accepted(), count.rejected()))
          .filter(count -> !count.start().isBefore(from) && count.start().isBefore(to))
          .toList();
    }

    @Override
    public @Nullable Instant since(TimeStep step, Instant now) {
      return null;
    }

    @Override
    public void sweep(Instant now) {
      assertThat(now).isAfter(NOON.minus(Duration.ofDays(1)));
    }
  }
}
