package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.commands.ServiceStatus.Rates;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ServiceStatusTest {

  @Test
  void rate_ofASingleEvent_isNotZero() {
    assertThat(ServiceStatus.rate(0)).isZero();
    assertThat(ServiceStatus.rate(1)).isEqualTo(0.003);
    assertThat(ServiceStatus.rate(100)).isEqualTo(0.333);
    assertThat(ServiceStatus.rate(3_000_000)).isEqualTo(10_000.0);
  }

  @Test
  void table_roundsRatesToOneDecimal() {
    Rates rates = new Rates(0.333, 0.003, 0.05, 10_000);
    ServiceStatus status =
        new ServiceStatus(
            "http://x", true, "ready", "", List.of(), rates, 0, null, List.of(), List.of());
    assertThat(StatusTable.of(status))
        .contains("0.3/s accepted, 0.0/s rejected, 0.1/s delivered, 10,000.0/s failed");
  }
}
