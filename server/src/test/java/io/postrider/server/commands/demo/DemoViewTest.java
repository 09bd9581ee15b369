package io.postrider.server.commands.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.commands.demo.DemoSnapshot.AudienceRow;
import io.postrider.server.commands.demo.DemoSnapshot.DeliveryLine;
import io.postrider.server.commands.demo.DemoSnapshot.DestinationRow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DemoViewTest {

  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00.250Z");

  private final DemoView view = new DemoView(ZoneOffset.UTC);

  private static DemoSnapshot snapshot(int deliveries) {
    return new DemoSnapshot(
        NOW,
        Duration.ofSeconds(83),
        "http://127.0.0.1:8080/",
        "demo-token",
        20.4,
        1_702,
        List.of(
            new DestinationRow(
                "Warehouse", "healthy", 0, new DeliveryMeter.Load(20.4, 0, 1_702, 4, 11)),
            new DestinationRow("CRM", "failing", 1_311, new DeliveryMeter.Load(0, 3.2, 9, -1, -1))),
        List.of(new AudienceRow("Abandoned Carts", 17, 40, 23)),
        Collections.nCopies(
            deliveries,
            new DeliveryLine(
                NOW, "Warehouse", 200, "valid", "Order Completed", "ada.ito\u001b[2J", 4)),
        ReceiverMode.FAILING);
  }

  @Test
  void screen_showsRatesLatenciesAndKeys() {
    assertThat(view.screen(snapshot(1), 100, 17))
        .containsExactly(
            "Postrider demo: a web shop" + " ".repeat(69) + "01:23",
            "Dashboard http://127.0.0.1:8080/   token demo-token",
            "",
            "Accepted 20.4 calls/s, 1,702 so far",
            "",
            "DESTINATION  STATE     DELIVERED/S  FAILED/S   WAITING    MEDIAN       P99",
            "Warehouse    healthy          20.4       0.0         0      4 ms     11 ms",
            "CRM          failing           0.0       3.2     1,311         -         -",
            "",
            "AUDIENCE            MEMBERS  ENTERED     LEFT",
            "Abandoned Carts          17       40       23",
            "",
            "12:00:00.250  Warehouse  200  valid     Order Completed    ada.ito\\u001b[2J       4"
                + " ms",
            "",
            "",
            "The receiver of CRM answers 500.",
            "Make it:  r recover   f fail   s slow down   k kill      q quit");
  }

  @Test
  void deliveries_fillTheRestOfTheScreen() {
    for (int height : new int[] {16, 24, 60}) {
      List<String> screen = view.screen(snapshot(200), 80, height);
      assertThat(screen).hasSize(height).allMatch(line -> line.length() <= 80);
      assertThat(screen).filteredOn(line -> line.contains("valid")).hasSize(height - 15);
      assertThat(screen.getLast()).startsWith("Make it:");
    }
  }

  @Test
  void smallTerminal_getsTheTop() {
    assertThat(view.screen(snapshot(3), 10, 2)).containsExactly("Postrider ", "Dashboard ");
  }

  @Test
  void summary_isOneLine() {
    assertThat(view.summary(snapshot(0)))
        .isEqualTo(
            "12:00:00  accepted 20.4/s  Warehouse healthy 20.4/s, 0 waiting, median 4 ms"
                + "  CRM failing 0.0/s, 1,311 waiting, median -  Abandoned Carts 17");
  }
}
