package io.postrider.bench.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The arguments of calls for both libraries, created per call as in a program. */
final class Payload {
  static final Map<String, Object> CONTEXT =
      Map.of("ip", "203.0.113.7", "app", Map.of("name", "shop", "version", "4.2.0"));

  private Payload() {}

  static Map<String, Object> properties(long number) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("order", "order-" + number);
    properties.put("total", 39.95);
    properties.put("items", 3);
    properties.put("currency", "CHF");
    properties.put("coupon", "Frühling");
    properties.put("skus", List.of("A-1000", "B-2000", "C-3000"));
    return properties;
  }
}
