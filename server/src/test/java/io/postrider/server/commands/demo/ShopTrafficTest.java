package io.postrider.server.commands.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ShopTrafficTest {

  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  private static List<ObjectNode> calls(long seed, int count) {
    return Stream.generate(new ShopTraffic(seed)::next).limit(count).toList();
  }

  @Test
  void sameSeed_givesTheSameCalls() {
    assertThat(calls(1, 500)).isEqualTo(calls(1, 500)).isNotEqualTo(calls(2, 500));
  }

  @Test
  void visitors_lookMoreThanTheyBuy() {
    Map<String, Integer> counts = new HashMap<>();
    calls(1, 5_000)
        .forEach(call -> counts.merge(call.path("event").asText("page"), 1, Integer::sum));
    assertThat(counts)
        .containsOnlyKeys(
            "page", "Product Viewed", "Product Added", "Checkout Started", "Order Completed");
    assertThat(counts.get("Product Viewed")).isGreaterThan(counts.get("Product Added"));
    assertThat(counts.get("Product Added")).isGreaterThan(counts.get("Order Completed"));
    assertThat(counts.get("Order Completed")).isGreaterThan(100);
  }

  @Test
  void orders_haveATotalAndAnIdOfTheirOwn() {
    Set<String> ids = new HashSet<>();
    for (ObjectNode call : calls(1, 5_000)) {
      if (call.path("event").asText().equals("Order Completed")) {
        assertThat(call.at("/properties/total").asDouble()).isPositive();
        assertThat(ids.add(call.at("/properties/orderId").asText())).isTrue();
      }
    }
  }

  @Test
  void history_isPastAndFitsOneBatch() {
    List<ObjectNode> history = new ShopTraffic(1).history(NOW);
    assertThat(history).hasSizeBetween(82, 1_000);
    assertThat(history)
        .allMatch(call -> Instant.parse(call.path("timestamp").asText()).compareTo(NOW) <= 0);
    assertThat(String.valueOf(history).length()).isLessThan(500 * 1024);
  }
}
