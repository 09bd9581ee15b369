package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;

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
          double bare = through(baseline.child(), baseline.port(), key, rounds, "baseline");
          double accepted = through(product.child(), product.port(), key, rounds, "product");
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
        .put("baseline_per_s", rounds.median("baseline"))
        .put("product_cpu_us", rounds.median("product_cpu_us"))
        .put("baseline_cpu_us", rounds.median("baseline_cpu_us"));
  }

  private void warmUp(Child program, int port, String key)
      throws IOException, InterruptedException {
    setup.warmUp().repeat(program.pid(), () -> through(program, port, key));
  }

  /** Adds a program's rate and its processor time per call to a round; returns the rate. */
  private double through(Child program, int port, String key, Rounds rounds, String name)
      throws IOException, InterruptedException {
    Duration before = ProcessorUse.withoutCompiler(program.pid());
    Delivered delivered = through(program, port, key);
    Duration cpu = ProcessorUse.withoutCompiler(program.pid()).minus(before);
    rounds.add(name + "_cpu_us", cpu.toNanos() / 1e3 / delivered.messages());
    return rounds.add(name, delivered.perSecond());
  }

  /** Runs a program, which is suspended outside its turn. */
  private Delivered through(Child program, int port, String key)
      throws IOException, InterruptedException {
    program.resume();
    Delivered delivered = LatencyMeasurement.acceptAndDeliver(setup, port, key, 1);
    program.pause();
    return delivered;
  }
}
