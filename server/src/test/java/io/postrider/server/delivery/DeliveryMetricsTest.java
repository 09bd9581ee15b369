package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.server.ops.LabelLimit;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DeliveryMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final DeliveryMetrics metrics = new DeliveryMetrics(registry);

  private Set<String> labels() {
    return registry.getMeters().stream()
        .map(Meter::getId)
        .filter(id -> id.getTag("destination") != null)
        .map(id -> id.getTag("destination"))
        .collect(Collectors.toSet());
  }

  private double filtered(String destination, String reason) {
    return registry
        .get("postrider.filtered.messages")
        .tag("destination", destination)
        .tag("reason", reason)
        .functionCounter()
        .count();
  }

  private double ended(String destination, FinalStatus status) {
    return registry
        .get("postrider.deliveries")
        .tag("destination", destination)
        .tag("fate", status.wireName())
        .functionCounter()
        .count();
  }

  @Test
  void destinationsBeyondTheLimit_shareOneLabel() {
    for (int i = 1; i <= LabelLimit.MAX + 5; i++) {
      metrics.of(new DestinationId(i)).filtered("historical");
    }
    assertThat(labels()).hasSize(LabelLimit.MAX + 1).contains(LabelLimit.OTHERS);
    assertThat(filtered(new DestinationId(1).toString(), "historical")).isEqualTo(1);
    assertThat(filtered(LabelLimit.OTHERS, "historical")).isEqualTo(5);
  }

  @Test
  void deletedDestination_leavesNoSeries_andGivesItsLabelBack() {
    DestinationId deleted = new DestinationId(1);
    DeliveryMetrics.Counters counters = metrics.of(deleted);
    counters.done(FinalStatus.FAILED);
    metrics.forget(deleted);
    counters.done(FinalStatus.EXPIRED);
    counters.filtered("historical");
    assertThat(labels()).isEmpty();
    for (int i = 2; i <= LabelLimit.MAX + 1; i++) {
      metrics.of(new DestinationId(i));
    }
    assertThat(labels()).hasSize(LabelLimit.MAX).doesNotContain(LabelLimit.OTHERS);
  }

  @Test
  void filteredDeliveries_areTheSumOfTheReasons_andOutliveCollection() {
    DeliveryMetrics.Counters counters = metrics.of(new DestinationId(1));
    counters.filtered("historical");
    counters.filtered("integrations");
    counters.done(FinalStatus.FILTERED);
    System.gc();
    assertThat(ended(new DestinationId(1).toString(), FinalStatus.FILTERED)).isEqualTo(2);
  }
}
