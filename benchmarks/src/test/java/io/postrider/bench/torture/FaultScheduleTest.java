package io.postrider.bench.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {

  @Test
  void sameSeed_givesTheSameFaults() {
    assertThat(steps(7, 50)).isEqualTo(steps(7, 50)).isNotEqualTo(steps(8, 50));
  }

  @Test
  void everyKind_occursBeforeAnyOccursAgain() {
    List<Fault.Kind> kinds = new ArrayList<>();
    steps(3, 40).forEach(step -> step.faults().forEach(fault -> kinds.add(fault.kind())));
    int all = Fault.Kind.values().length;
    for (int at = 0; at + all <= kinds.size(); at += all) {
      assertThat(EnumSet.copyOf(kinds.subList(at, at + all))).hasSize(all);
    }
  }

  @Test
  void everyThirdStep_combinesTwoFaults() {
    assertThat(steps(1, 6))
        .extracting(step -> step.faults().size())
        .containsExactly(1, 1, 2, 1, 1, 2);
  }

  private static List<FaultSchedule.Step> steps(long seed, int count) {
    FaultSchedule schedule = new FaultSchedule(seed);
    List<FaultSchedule.Step> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      steps.add(schedule.next());
    }
    return steps;
  }
}
