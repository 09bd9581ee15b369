package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;

/**
 * Measures latency from the intended time of a call to its arrival at the receiver, at a third of
 * capacity. The same of {@link ForwardingBaseline} at the same rate shows what machine, generator
 * and receiver take of it; both run throughout.
 */
record LatencyMeasurement(DeliverSetup setup) {
  private static final double P50_TARGET_MS = 5;

  /** No round may exceed it. */
  private static final double P99_TARGET_MS = 20;

  private static final int ROUNDS = 20;
  private static final int CAPACITY_TRIES = 4;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Rounds rounds = setup.rounds("latency", ROUNDS);
    double capacity;
    try (Scratch scratch = setup.scratch(4L << 30);
        Product product = setup.product(scratch, "latency", null)) {
      JsonNode source = product.createdSource();
      setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
      String key = source.required("writeKey").asText();
      capacity = capacity(setup, product, key, 1);
      try (ForwardingBaseline baseline = ForwardingBaseline.startForwarding(setup, product)) {
        measure(product, baseline, key, (int) (capacity / 3), rounds);
      }
    }
    double p50 = rounds.publish(figures, "latency_p50_ms");
    rounds.publish(figures, "latency_p99_ms");
    rounds.publish(figures, "latency_p99_bare");
    rounds.publishSteal(figures);
    double worst = Comparison.rounded(rounds.highest("latency_p99_ms"));
    figures.put("latency_p99_worst_ms", worst);
    figures.put("latency_met", p50 <= P50_TARGET_MS && worst <= P99_TARGET_MS);
    figures.putObject("latency").put("capacity_per_s", Math.round(capacity));
  }

  /** The warm-up has the rate of the rounds: other code is hot than at full load. */
  private void measure(
      Product product, ForwardingBaseline baseline, String key, int rate, Rounds rounds)
      throws IOException, InterruptedException {
    setup
        .warmUp()
        .repeat(baseline.child().pid(), () -> atRate(setup, baseline.port(), key, rate, 1));
    setup.warmUp().repeat(product.child().pid(), () -> atRate(setup, product.port(), key, rate, 1));
    for (int i = 0; i < rounds.count(); i++) {
      JsonNode bare = atRate(setup, baseline.port(), key, rate, 1);
      rounds.begin();
      JsonNode seen = atRate(setup, product.port(), key, rate, 1);
      double p50 = rounds.add("latency_p50_ms", seen.required("p50_ms").asDouble());
      double p99 = rounds.add("latency_p99_ms", seen.required("p99_ms").asDouble());
      double bareP99 = rounds.add("latency_p99_bare", bare.required("p99_ms").asDouble());
      rounds.end(
          "%,d calls/s, p50 %.2f ms, p99 %.2f ms; baseline p99 %.2f ms"
              .formatted(rate, p50, p99, bareP99));
    }
  }

  /**
   * The calls per second that are accepted and delivered to a number of destinations at the same
   * time: the best of several tries after a warm-up. Returns after all followers have caught up
   * with the log.
   */
  static double capacity(DeliverSetup setup, Product product, String key, int destinations)
      throws IOException, InterruptedException {
    setup
        .warmUp()
        .repeat(product.child().pid(), () -> acceptAndDeliver(setup, product, key, destinations));
    double best = 0;
    for (int i = 0; i < CAPACITY_TRIES; i++) {
      double perSecond = acceptAndDeliver(setup, product, key, destinations).perSecond();
      best = Math.max(best, perSecond);
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

  private static Delivered acceptAndDeliver(
      DeliverSetup setup, Product product, String key, int destinations) throws IOException {
    return acceptAndDeliver(setup, product.port(), key, destinations);
  }

  /** Sends calls to any program on a port, until the last has arrived. */
  static Delivered acceptAndDeliver(DeliverSetup setup, int port, String key, int destinations)
      throws IOException {
    setup.receiver().ask("reset");
    Duration length = Duration.ofSeconds(setup.isQuick() ? 1 : 5);
    LoadResult sent = setup.sendCalls(port, key, 0, length);
    JsonNode seen = setup.awaitArrivals(setup.receiver(), sent.messages() * destinations);
    return new Delivered(sent.messages(), seen.required("last").asLong() - sent.startNanos());
  }

  /** Sends at a rate and returns the latencies at the receiver. */
  static JsonNode atRate(DeliverSetup setup, int port, String key, int rate, int destinations)
      throws IOException {
    setup.receiver().ask("record");
    LoadResult sent = setup.sendCalls(port, key, rate, Duration.ofSeconds(setup.isQuick() ? 2 : 8));
    JsonNode seen = setup.awaitArrivals(setup.receiver(), sent.messages() * destinations);
    ObjectNode latency =
        (ObjectNode) setup.receiver().ask("latency " + sent.startNanos() + " " + 1e9 / rate);
    return latency.put("per_s", DrainMeasurement.rate(seen));
  }
}
