package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;

/**
 * Measures nine healthy destinations at a third of capacity, with and without a tenth that hangs.
 */
record IsolationMeasurement(DeliverSetup setup) {
  private static final int HEALTHY = 9;
  private static final double THROUGHPUT_TARGET = 0.9;
  private static final double P99_TARGET = 1.5;
  private static final double P99_MORE_MS = 10;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    int rounds = setup.isQuick() ? 2 : 5;
    double[] alone = new double[rounds];
    double[] beside = new double[rounds];
    double[] aloneP99 = new double[rounds];
    double[] besideP99 = new double[rounds];
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
      for (int i = 0; i < rounds; i++) {
        JsonNode without = LatencyMeasurement.atRate(setup, product, key, rate, HEALTHY);
        product.admin("PATCH", hanging, "{\"enabled\":true}");
        JsonNode with = LatencyMeasurement.atRate(setup, product, key, rate, HEALTHY);
        product.admin("PATCH", hanging, "{\"enabled\":false}");
        alone[i] = without.required("per_s").asDouble();
        beside[i] = with.required("per_s").asDouble();
        aloneP99[i] = without.required("p99_ms").asDouble();
        besideP99[i] = with.required("p99_ms").asDouble();
        System.out.printf(
            "  round %d of %d: %,d calls/s to nine; alone %,.0f deliveries/s, p99 %.2f ms;"
                + " beside a hanging one %,.0f, p99 %.2f ms%n",
            i + 1, rounds, rate, alone[i], aloneP99[i], beside[i], besideP99[i]);
      }
    }
    for (double[] figure : new double[][] {alone, beside, aloneP99, besideP99}) {
      Arrays.sort(figure);
    }
    double throughput = Comparison.rounded(Figures.median(beside) / Figures.median(alone));
    double p99 = Comparison.rounded(Figures.median(besideP99) / Figures.median(aloneP99));
    double more = Figures.median(besideP99) - Figures.median(aloneP99);
    figures.put("isolation_throughput_ratio", throughput);
    figures.put("isolation_p99_ratio", p99);
    figures.put("isolation_p99_more_ms", Comparison.rounded(more));
    figures.put(
        "isolation_met",
        throughput >= THROUGHPUT_TARGET && (p99 <= P99_TARGET || more <= P99_MORE_MS));
    figures
        .putObject("isolation")
        .put("alone_per_s", Figures.median(alone))
        .put("beside_per_s", Figures.median(beside))
        .put("alone_p99_ms", Figures.median(aloneP99))
        .put("beside_p99_ms", Figures.median(besideP99));
  }
}
