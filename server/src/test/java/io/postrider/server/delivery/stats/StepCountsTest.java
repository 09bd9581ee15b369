package io.postrider.server.delivery.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.database.TimeStep;
import io.postrider.server.http.admin.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class StepCountsTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant NOW = NOON.plusSeconds(90);
  private static final TimeRange PERIOD =
      new TimeRange(NOON, NOON.plusSeconds(180), TimeStep.MINUTE);

  private static StepCounts sampled(@Nullable Backlog backlog) {
    return new StepCounts(NOON.plusSeconds(60), 1, 0, 0, 1, null, backlog);
  }

  private static @Nullable Backlog present(@Nullable Backlog sampled, long messages) {
    Instant oldestAt = messages == 0 ? null : NOON;
    return StepCounts.fill(
            PERIOD, List.of(sampled(sampled)), Backlog.at(NOW, messages, oldestAt), NOW)
        .get(1)
        .backlog();
  }

  @Test
  void everyStep_hasACount() {
    List<StepCounts> steps = StepCounts.fill(PERIOD, List.of(sampled(null)), Backlog.NONE, NOW);
    assertThat(steps).extracting(StepCounts::delivered).containsExactly(0L, 1L, 0L);
    assertThat(steps.getFirst().backlog()).as("not sampled").isNull();
    assertThat(steps.getLast().backlog()).as("in the future").isNull();
  }

  @Test
  void presentStep_hasTheLargerOfSampledAndPresentBacklog() {
    Duration age = Duration.ofSeconds(90);
    assertThat(present(null, 5)).isEqualTo(new Backlog(5, age));
    assertThat(present(null, 0)).isEqualTo(Backlog.NONE);
    assertThat(present(Backlog.NONE, 5)).isEqualTo(new Backlog(5, age));
    assertThat(present(new Backlog(9, Duration.ofSeconds(1)), 5)).isEqualTo(new Backlog(9, age));
    assertThat(present(new Backlog(9, Duration.ofHours(1)), 0))
        .isEqualTo(new Backlog(9, Duration.ofHours(1)));
  }

  @Test
  void messageFromTheFuture_hasNoAge() {
    StepCounts step =
        StepCounts.fill(PERIOD, List.of(), Backlog.at(NOW, 1, NOW.plusSeconds(5)), NOW).get(1);
    assertThat(step.backlog()).isEqualTo(new Backlog(1, Duration.ZERO));
  }
}
