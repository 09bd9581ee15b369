package io.postrider.server.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.server.database.TimeStep;
import io.postrider.server.ingest.IngestMetrics;
import io.postrider.server.usage.IntakeStore.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class IntakeRecorderTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final LongAdder accepted = new LongAdder();
  private final LongAdder others = new LongAdder();
  private final FlakyIntakeStore store = new FlakyIntakeStore();
  private Instant now = NOON.plusSeconds(30);
  private final IntakeRecorder keeper =
      new IntakeRecorder(store, new IntakeCounters(registry), () -> now);

  IntakeRecorderTest() {
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
  void growthOfAllCounters_isKeptByTheMinute() {
    accepted.add(3);
    others.add(4);
    reject("a");
    reject("b");
    keeper.keep();
    keeper.keep();
    accepted.add(1);
    keeper.keep();
    now = now.plusSeconds(30);
    accepted.add(5);
    keeper.keep();
    assertThat(store.kept)
        .containsExactly(
            new Count(NOON, 7, 2), new Count(NOON, 1, 0), new Count(NOON.plusSeconds(60), 5, 0));
  }

  @Test
  void whatCannotBeKept_isKeptLaterUnderItsMinute() {
    store.away = true;
    accepted.add(3);
    keeper.keep();
    now = now.plusSeconds(60);
    accepted.add(4);
    keeper.keep();
    store.away = false;
    keeper.keep();
    assertThat(store.kept)
        .containsExactly(new Count(NOON, 3, 0), new Count(NOON.plusSeconds(60), 4, 0));
  }

  @Test
  void minutesThatWait_areBounded() {
    store.away = true;
    for (int minute = 0; minute < IntakeRecorder.MOST_WAITING + 10; minute++) {
      accepted.increment();
      keeper.keep();
      now = now.plusSeconds(60);
    }
    store.away = false;
    keeper.keep();
    assertThat(store.kept).hasSize(IntakeRecorder.MOST_WAITING);
    assertThat(store.kept.getLast().accepted()).isEqualTo(11);
  }

  @Test
  void asking_includesThePresentMoment_andClosingKeepsTheRest() {
    keeper.start();
    accepted.add(2);
    assertThat(keeper.find(TimeStep.MINUTE, NOON, now)).hasSize(1);
    accepted.add(9);
    keeper.close();
    assertThat(store.kept).contains(new Count(NOON, 9, 0));
  }

  /** Keeps counts in a list, unless it is away. */
  private static final class FlakyIntakeStore implements IntakeStore {

    final List<Count> kept = new ArrayList<>();
    boolean away;

    @Override
    public synchronized void add(List<Count> minutes) {
      if (away) {
        throw new IllegalStateException("away");
      }
      kept.addAll(minutes);
    }

    @Override
    public synchronized List<Count> find(TimeStep step, Instant from, Instant to) {
      return List.copyOf(kept);
    }

    @Override
    public void sweep(Instant now) {
      assertThat(now).isAfter(NOON.minus(Duration.ofDays(1)));
    }
  }
}
