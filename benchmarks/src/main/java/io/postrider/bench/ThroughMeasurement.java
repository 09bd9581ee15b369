package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Measures accepting and delivering at once: single calls in a closed loop, until the last of them
 * has arrived. The baseline is {@link ForwardingBaseline}.
 */
record ThroughMeasurement(DeliverSetup setup) {
  private static final double TARGET = 0.9;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Rounds rounds = setup.rounds("through");
    try (Scratch scratch = setup.scratch(12L << 30);
        Product product = setup.product(scratch, "through", null)) {
      JsonNode source = product.createdSource();
      setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
      String key = source.required("writeKey").asText();
      product.child().pause();
      try (ForwardingBaseline baseline = ForwardingBaseline.start(setup, product)) {
        baseline.child().pause();
        warmUp(baseline.child(), baseline.port(), key);
        warmUp(product.child(), product.port(), key);
        for (int i = 0; i < rounds.count(); i++) {
          rounds.begin();
          double bare = rounds.add("bare", through(baseline.child(), baseline.port(), key));
          double accepted = rounds.add("product", through(product.child(), product.port(), key));
          double ratio = rounds.add("through_ratio", accepted / bare);
          rounds.end(
              "baseline %,.0f calls/s, product %,.0f, ratio %.2f".formatted(bare, accepted, ratio));
        }
      }
    }
    double ratio = rounds.publish(figures, "through_ratio");
    rounds.publishSteal(figures);
    figures.put("through_met", ratio >= TARGET);
    figures
        .putObject("through")
        .put("product_per_s", rounds.median("product"))
        .put("baseline_per_s", rounds.median("bare"));
  }

  private void warmUp(Child program, int port, String key)
      throws IOException, InterruptedException {
    setup.warmUp().repeat(program.pid(), () -> through(program, port, key));
  }

  /** Calls per second, from the first call to the last arrival; suspended outside its turn. */
  private double through(Child program, int port, String key)
      throws IOException, InterruptedException {
    program.resume();
    double perSecond = LatencyMeasurement.acceptAndDeliver(setup, port, key, 1);
    program.pause();
    return perSecond;
  }
}
