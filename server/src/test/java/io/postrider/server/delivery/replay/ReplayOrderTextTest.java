package io.postrider.server.delivery.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.delivery.api.Replays;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplayOrderTextTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456789Z");

  @Test
  void orders_areReadAsTheyWereWritten() {
    List<Replays.Order> orders =
        List.of(
            new Replays.Range(NOON.minusSeconds(5), NOON),
            new Replays.FailedSince(NOON),
            new Replays.OneMessage("m\u0000 \ud800 \"x\" Grüße", "src_0000000000001"),
            new Replays.OneMessage("m1", null));
    for (Replays.Order order : orders) {
      assertThat(ReplayOrderText.parse(ReplayOrderText.of(order))).isEqualTo(order);
    }
    assertThat(ReplayOrderText.of(orders.get(1)))
        .isEqualTo("{\"failed\":true,\"since\":\"2026-03-01T12:00:00.123456789Z\"}");
    assertThat(ReplayOrderText.of(orders.get(2)))
        .as("every database can hold it")
        .doesNotContain("\u0000");
  }
}
