package io.postrider.server.commands.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.commands.demo.DeliveryMeter.Load;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class DeliveryMeterTest {

  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  private final DeliveryMeter meter = new DeliveryMeter();

  @Test
  void nothing_hasNoLatency() {
    assertThat(meter.at(NOW)).isEqualTo(new Load(0, 0, 0, -1, -1));
  }

  @Test
  void ratesAndPercentiles_areThoseOfTheWindow() {
    for (int i = 1; i <= 100; i++) {
      meter.add(NOW, true, i);
    }
    meter.add(NOW, false, 5_000);
    assertThat(meter.at(NOW)).isEqualTo(new Load(20, 0.2, 100, 50, 99));
    Instant edge = NOW.plus(DeliveryMeter.WINDOW);
    assertThat(meter.at(edge)).isEqualTo(new Load(20, 0.2, 100, 50, 99));
    assertThat(meter.at(edge.plus(Duration.ofMillis(1)))).isEqualTo(new Load(0, 0, 100, -1, -1));
  }

  @Test
  void unknownLatency_countsAsDeliveredOnly() {
    meter.add(NOW, true, -1);
    assertThat(meter.at(NOW)).isEqualTo(new Load(0.2, 0, 1, -1, -1));
  }

  @Test
  void keptAnswers_areBounded() {
    for (int i = 0; i <= DeliveryMeter.MAX_KEPT; i++) {
      meter.add(NOW, true, i == 0 ? 1_000_000 : 1);
    }
    Load load = meter.at(NOW);
    assertThat(load.delivered()).isEqualTo(DeliveryMeter.MAX_KEPT + 1);
    assertThat(load.deliveredPerSecond()).isEqualTo(DeliveryMeter.MAX_KEPT / 5.0);
    assertThat(load.p99Millis()).isEqualTo(1);
  }
}
