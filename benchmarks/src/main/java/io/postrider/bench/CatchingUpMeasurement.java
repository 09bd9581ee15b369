package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Measures latency from the intended time of a call to its arrival while profiles, usage and
 * audiences catch up with a filled log, at a third of the capacity of an idle product.
 */
record CatchingUpMeasurement(DeliverSetup setup) {
  private static final double P99_TARGET_MS = 15;
  private static final int WARM_UPS = 2;
  private static final int LEAST_ROUNDS = 3;
  private static final int AUDIENCES = 10;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    int people = setup.isQuick() ? 100_000 : 2_000_000;
    double capacity = capacity(figures);
    Rounds rounds = setup.rounds("latency_catching_up");
    try (Scratch scratch = setup.scratch(12L << 30)) {
      System.out.printf("  writing the calls of %,d people%n", people);
      LogFiller.fill(scratch.folder().resolve("behind"), new PeopleBodies(people));
      try (Product product = setup.product(scratch, "behind", null)) {
        JsonNode source = product.createdSource();
        setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
        for (int i = 0; i < AUDIENCES; i++) {
          product.admin("POST", "/api/audiences", audience(i));
        }
        measure(product, source.required("writeKey").asText(), (int) (capacity / 3), rounds);
      }
    }
    double p99 = rounds.publish(figures, "latency_catching_up_p99_ms");
    rounds.publishSteal(figures);
    figures.put("latency_catching_up_met", p99 <= P99_TARGET_MS);
    figures
        .putObject("latency_catching_up")
        .put("calls_per_s", (int) (capacity / 3))
        .put("p99_worst_ms", Comparison.rounded(rounds.highest("latency_catching_up_p99_ms")));
  }

  private void measure(Product product, String key, int rate, Rounds rounds)
      throws IOException, InterruptedException {
    for (int i = -WARM_UPS; i < rounds.count(); i++) {
      rounds.begin();
      JsonNode seen = LatencyMeasurement.atRate(setup, product.port(), key, rate, 1);
      long lag = product.followerLag();
      if (lag == 0 && i >= LEAST_ROUNDS) {
        System.out.printf("  caught up after %d rounds%n", i);
        return;
      }
      if (lag == 0 && !setup.isQuick()) {
        throw new IllegalStateException("caught up before %d rounds".formatted(LEAST_ROUNDS));
      }
      if (i >= 0) {
        double p99 = rounds.add("latency_catching_up_p99_ms", seen.required("p99_ms").asDouble());
        rounds.end(
            "%,d calls/s, p99 %.2f ms, followers %,d messages behind".formatted(rate, p99, lag));
      }
    }
  }

  private static String audience(int number) {
    return """
    {"name":"Buyers %1$d","destinations":[],"definition":{"all":[{"event":"Order Completed",\
    "where":[{"property":"revenue","op":"at_least","value":%2$d}],"within":"30d",\
    "count":{"op":"at_least","value":1}}]}}\
    """
        .formatted(number, 100 * number);
  }

  /** The capacity that this run has measured already, or measured now. */
  private double capacity(ObjectNode figures) throws IOException, InterruptedException {
    JsonNode known = figures.path("latency").path("capacity_per_s");
    if (known.isNumber()) {
      return known.asDouble();
    }
    try (Scratch scratch = setup.scratch(4L << 30);
        Product product = setup.product(scratch, "capacity", null)) {
      JsonNode source = product.createdSource();
      setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
      return LatencyMeasurement.capacity(setup, product, source.required("writeKey").asText(), 1);
    }
  }
}
