package io.postrider.server.commands.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.commands.demo.DemoSnapshot.DeliveryLine;
import io.postrider.server.commands.demo.ReceivedDeliveries.Moves;
import io.postrider.server.commands.receiver.ReceivedWebhook;
import io.postrider.server.commands.receiver.SignatureState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReceivedDeliveriesTest {

  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00.500Z");

  private final ReceivedDeliveries deliveries = new ReceivedDeliveries(() -> NOW);

  private void receive(int status, String body) {
    deliveries.add(
        "CRM",
        new ReceivedWebhook(NOW, "POST", "/", body, body.length(), SignatureState.VALID, status));
  }

  private static String move(boolean value) {
    return """
    {"type":"identify","userId":"ada","traits":{"big_spenders":%s},
     "context":{"personas":{"computation_key":"big_spenders"}}}\
    """
        .formatted(value);
  }

  @Test
  void delivery_hasItsLatencySinceAcceptance() {
    receive(
        200,
        """
        {"type":"track","event":"Order Completed","userId":"ada",
         "receivedAt":"2026-01-31T12:00:00.493Z"}\
        """);
    assertThat(deliveries.recent())
        .containsExactly(new DeliveryLine(NOW, "CRM", 200, "valid", "Order Completed", "ada", 7));
    assertThat(deliveries.load("CRM", NOW).medianMillis()).isEqualTo(7);
    assertThat(deliveries.load("Warehouse", NOW).delivered()).isZero();
  }

  @Test
  void moves_areCountedWhenTheyAreDelivered() {
    receive(500, move(true));
    receive(200, move(true));
    receive(200, move(true));
    receive(200, move(false));
    assertThat(deliveries.moves("big_spenders")).isEqualTo(new Moves(2, 1));
    assertThat(deliveries.moves("other")).isEqualTo(Moves.NONE);
    assertThat(deliveries.recent())
        .extracting(DeliveryLine::what)
        .isEqualTo(List.of("- big_spenders", "+ big_spenders", "+ big_spenders", "+ big_spenders"));
  }

  @Test
  void bodyThatIsNotJson_isShown() {
    receive(403, "hello");
    assertThat(deliveries.recent().getFirst().what()).isEqualTo("?");
    assertThat(deliveries.recent().getFirst().latencyMillis()).isEqualTo(-1);
  }

  @Test
  void keptDeliveries_areBounded() {
    for (int i = 0; i <= ReceivedDeliveries.MAX_RECENT; i++) {
      receive(200, "{\"type\":\"track\",\"event\":\"E" + i + "\"}");
    }
    assertThat(deliveries.recent()).hasSize(ReceivedDeliveries.MAX_RECENT);
    assertThat(deliveries.recent().getFirst().what()).isEqualTo("E200");
    assertThat(deliveries.recent().getLast().what()).isEqualTo("E1");
  }
}
