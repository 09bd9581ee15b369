package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/**
 * Measures how fast the product is right after a start: single calls in the first ten seconds at
 * full load, compared with the same product once warm.
 */
record WarmUpMeasurement(DeliverSetup setup) {
  static final double TARGET = 0.6;

  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LATER = Duration.ofSeconds(5);
  private static final int LATER_ROUNDS = 8;
  private static final long NEEDED_BYTES = 8L << 30;

  /** Adds the figures; returns the ratio. */
  double measure(int rounds, ObjectNode figures) throws IOException, InterruptedException {
    warmUpGenerator();
    double[] first = new double[rounds];
    double[] warm = new double[rounds];
    double[] ratios = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      try (Scratch scratch = setup.scratch(NEEDED_BYTES);
          Product product = setup.product(scratch, "warm-up", null)) {
        String key = product.createSource();
        first[i] = setup.sendCalls(product, key, 0, FIRST).requestsPerSecond();
        for (int later = 0; later < LATER_ROUNDS; later++) {
          double rate = setup.sendCalls(product, key, 0, LATER).requestsPerSecond();
          warm[i] = Math.max(warm[i], rate);
        }
      }
      ratios[i] = first[i] / warm[i];
      System.out.printf(
          "warm-up, %d of %d: %,.0f calls/s in the first %d s, %,.0f once warm, ratio %.2f%n",
          i + 1, rounds, first[i], FIRST.toSeconds(), warm[i], ratios[i]);
    }
    double ratio = Comparison.rounded(median(ratios));
    figures.put("warm_up_ratio", ratio);
    figures
        .putObject("warm_up")
        .put("first_per_s", Math.round(median(first)))
        .put("warm_per_s", Math.round(median(warm)));
    return ratio;
  }

  /** Lets the generator's own code become fast, so that only the product's is measured. */
  private void warmUpGenerator() throws IOException, InterruptedException {
    try (Product standIn = Product.startStandIn(setup.programs(), setup.output("stand-in"))) {
      standIn.awaitReady();
      String key = standIn.createSource();
      for (int i = 0; i < 3; i++) {
        var _ = setup.sendCalls(standIn, key, 0, LATER);
      }
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return Figures.median(sorted);
  }
}
