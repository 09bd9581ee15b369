package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/**
 * Measures latency from the intended time of a call to its arrival at the receiver, at a third of
 * capacity.
 */
record LatencyMeasurement(DeliverSetup setup) {
  private static final double P50_TARGET_MS = 5;
  private static final double P99_TARGET_MS = 25;
  private static final int CAPACITY_TRIES = 4;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    int rounds = setup.isQuick() ? 2 : 5;
    double[] p50 = new double[rounds];
    double[] p99 = new double[rounds];
    double capacity;
    try (Scratch scratch = setup.scratch(4L << 30);
        Product product = setup.product(scratch, "latency", null)) {
      JsonNode source = product.createdSource();
      setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
      String key = source.required("writeKey").asText();
      capacity = capacity(setup, product, key, 1);
      for (int i = 0; i < rounds; i++) {
        JsonNode seen = atRate(setup, product, key, (int) (capacity / 3), 1);
        p50[i] = seen.required("p50_ms").asDouble();
        p99[i] = seen.required("p99_ms").asDouble();
        System.out.printf(
            "  round %d of %d: %,.0f calls/s, p50 %.2f ms, p99 %.2f ms%n",
            i + 1, rounds, capacity / 3, p50[i], p99[i]);
      }
    }
    Arrays.sort(p50);
    Arrays.sort(p99);
    figures.put("latency_p50_ms", Figures.median(p50));
    figures.put("latency_p99_ms", Figures.median(p99));
    figures.put(
        "latency_met",
        Figures.median(p50) <= P50_TARGET_MS && Figures.median(p99) <= P99_TARGET_MS);
    figures
        .putObject("latency")
        .put("capacity_per_s", Math.round(capacity))
        .put("p99_best_ms", p99[0])
        .put("p99_worst_ms", p99[rounds - 1]);
  }

  /**
   * The calls per second that are accepted and delivered to a number of destinations at the same
   * time: the best of several tries, because the first ones warm up. Returns after all followers
   * have caught up with the log.
   */
  static double capacity(DeliverSetup setup, Product product, String key, int destinations)
      throws IOException, InterruptedException {
    double best = 0;
    for (int i = 0; i < CAPACITY_TRIES; i++) {
      best = Math.max(best, acceptAndDeliver(setup, product, key, destinations));
    }
    long lag = product.followerLag();
    long startNanos = System.nanoTime();
    product.awaitFollowers();
    System.out.printf(
        "  capacity: %,.0f calls/s; profiles and usage were %,d messages behind, caught up after"
            + " %.1f s%n",
        best, lag, (System.nanoTime() - startNanos) / 1e9);
    return best;
  }

  private static double acceptAndDeliver(
      DeliverSetup setup, Product product, String key, int destinations) throws IOException {
    setup.receiver().ask("reset");
    LoadResult sent = setup.sendCalls(product, key, 0, Duration.ofSeconds(setup.isQuick() ? 2 : 5));
    JsonNode seen = setup.awaitArrivals(setup.receiver(), sent.messages() * destinations);
    return sent.messages() * 1e9 / (seen.required("last").asLong() - sent.startNanos());
  }

  /** Sends at a rate and returns the latencies at the receiver. */
  static JsonNode atRate(
      DeliverSetup setup, Product product, String key, int rate, int destinations)
      throws IOException {
    setup.receiver().ask("record");
    LoadResult sent =
        setup.sendCalls(product, key, rate, Duration.ofSeconds(setup.isQuick() ? 2 : 8));
    JsonNode seen = setup.awaitArrivals(setup.receiver(), sent.messages() * destinations);
    ObjectNode latency =
        (ObjectNode) setup.receiver().ask("latency " + sent.startNanos() + " " + 1e9 / rate);
    return latency.put("per_s", DrainMeasurement.rate(seen));
  }
}
