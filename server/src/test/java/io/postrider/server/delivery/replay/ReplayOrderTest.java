package io.postrider.server.delivery.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplayOrderTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456789Z");

  @Test
  void orders_areParsedAsWritten() {
    List<ReplayOrder> orders =
        List.of(
            new ReplayOrder.Range(NOON.minusSeconds(5), NOON),
            new ReplayOrder.FailedSince(NOON),
            new ReplayOrder.OneMessage("m\u0000 \ud800 \"x\" Grüße", "src_0000000000001"),
            new ReplayOrder.OneMessage("m1", null));
    for (ReplayOrder order : orders) {
      assertThat(ReplayOrder.parse(order.text())).isEqualTo(order);
    }
    assertThat(orders.get(1).text())
        .isEqualTo("{\"failed\":true,\"since\":\"2026-03-01T12:00:00.123456789Z\"}");
    assertThat(orders.get(2).text()).as("storable in every database").doesNotContain("\u0000");
  }
}
