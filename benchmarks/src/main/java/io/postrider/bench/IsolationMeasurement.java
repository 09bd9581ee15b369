package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Measures nine healthy destinations at a third of capacity, with and without a tenth that hangs.
 */
record IsolationMeasurement(DeliverSetup setup) {
  private static final int HEALTHY = 9;
  private static final double THROUGHPUT_TARGET = 0.9;
  private static final double P99_TARGET = 1.1;
  private static final double P99_MORE_MS = 2;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Rounds rounds = setup.rounds("isolation");
    try (Scratch scratch = setup.scratch(4L << 30);
        Product product = setup.product(scratch, "isolation", null)) {
      JsonNode source = product.createdSource();
      String id = source.required("id").asText();
      String key = source.required("writeKey").asText();
      for (int i = 0; i < HEALTHY; i++) {
        setup.destination(product, id, setup.receiverPort(), "/hook");
      }
      String hanging = setup.destination(product, id, setup.receiverPort(), "/hang");
      product.admin("PATCH", hanging, "{\"enabled\":false}");
      double capacity = LatencyMeasurement.capacity(setup, product, key, HEALTHY);
      int rate = (int) (capacity / 3);
      setup
          .warmUp()
          .repeat(
              product.child().pid(),
              () -> LatencyMeasurement.atRate(setup, product.port(), key, rate, HEALTHY));
      for (int i = 0; i < rounds.count(); i++) {
        rounds.begin();
        JsonNode without = LatencyMeasurement.atRate(setup, product.port(), key, rate, HEALTHY);
        product.admin("PATCH", hanging, "{\"enabled\":true}");
        JsonNode with = LatencyMeasurement.atRate(setup, product.port(), key, rate, HEALTHY);
        product.admin("PATCH", hanging, "{\"enabled\":false}");
        double alone = rounds.add("alone", without.required("per_s").asDouble());
        double beside = rounds.add("beside", with.required("per_s").asDouble());
        double aloneP99 = rounds.add("alone_p99", without.required("p99_ms").asDouble());
        double besideP99 = rounds.add("beside_p99", with.required("p99_ms").asDouble());
        rounds.add("isolation_throughput_ratio", beside / alone);
        rounds.add("isolation_p99_ratio", besideP99 / aloneP99);
        rounds.add("isolation_p99_more_ms", besideP99 - aloneP99);
        rounds.end(
            ("%,d calls/s to nine; alone %,.0f deliveries/s, p99 %.2f ms;"
                    + " beside a hanging one %,.0f, p99 %.2f ms")
                .formatted(rate, alone, aloneP99, beside, besideP99));
      }
    }
    double throughput = rounds.publish(figures, "isolation_throughput_ratio");
    double p99 = rounds.publish(figures, "isolation_p99_ratio");
    double more = rounds.publish(figures, "isolation_p99_more_ms");
    rounds.publishSteal(figures);
    figures.put(
        "isolation_met",
        throughput >= THROUGHPUT_TARGET && (p99 <= P99_TARGET || more <= P99_MORE_MS));
    figures
        .putObject("isolation")
        .put("alone_per_s", rounds.median("alone"))
        .put("beside_per_s", rounds.median("beside"))
        .put("alone_p99_ms", rounds.median("alone_p99"))
        .put("beside_p99_ms", rounds.median("beside_p99"));
  }
}
