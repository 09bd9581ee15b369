package io.postrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

final class RoundsTest {

  @Test
  void publish_givesTheMedianAndEveryRoundInOrder() {
    Rounds rounds = new Rounds("drain", 3);
    for (double ratio : new double[] {0.9, 0.7004, 0.8}) {
      rounds.add("deliver_ratio", ratio);
      rounds.end(0.5);
    }
    ObjectNode figures = Results.figures();
    assertThat(rounds.publish(figures, "deliver_ratio")).isEqualTo(0.8);
    rounds.publishSteal(figures);
    assertThat(figures)
        .hasToString(
            "{\"deliver_ratio\":0.8,\"deliver_ratio_rounds\":[0.9,0.7,0.8],"
                + "\"drain_steal_percent\":[0.5,0.5,0.5],\"drain_disturbed\":false}");
    assertThat(rounds.lowest("deliver_ratio")).isEqualTo(0.7004);
    assertThat(rounds.highest("deliver_ratio")).isEqualTo(0.9);
  }

  @Test
  void oneRoundWithMuchSteal_isDisturbed() {
    Rounds rounds = new Rounds("drain", 2);
    rounds.end(1.0);
    assertThat(rounds.isDisturbed()).isFalse();
    rounds.end(1.1);
    assertThat(rounds.isDisturbed()).isTrue();
  }

  @Test
  void steal_isAShareOfAllProcessorTime() {
    ProcessorTicks before = ProcessorTicks.parse("cpu  100 20 3 9999 888 777 666 10 5 5");
    ProcessorTicks after = ProcessorTicks.parse("cpu  150 20 3 10047 888 777 666 12 55 5");
    assertThat(before).isEqualTo(new ProcessorTicks(12463, 10));
    assertThat(before.stealPercentUntil(after)).isEqualTo(2.0);
    assertThat(before.stealPercentUntil(before)).isZero();
  }

  @Test
  void steal_ofAKernelThatDoesNotCountIt_isNone() {
    assertThat(ProcessorTicks.parse("cpu  1 2 3 4 5 6 7")).isEqualTo(new ProcessorTicks(28, 0));
  }
}
