package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.baseline.ForwardingServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Measures accepting and delivering at once: single calls in a closed loop, until the last of them
 * has arrived. The baseline is the do-nothing server and the bare client in one program, which
 * share the processors as in the product: it drops each call and posts a body of the same size.
 */
record ThroughMeasurement(DeliverSetup setup) {
  private static final double TARGET = 0.9;
  private static final int WARM_UPS = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Rounds rounds = setup.rounds("through");
    try (Scratch scratch = setup.scratch(12L << 30);
        Product product = setup.product(scratch, "through", null)) {
      JsonNode source = product.createdSource();
      setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
      String key = source.required("writeKey").asText();
      int port = Loopback.freePort();
      try (Child baseline = baseline(product, port)) {
        Loopback.awaitReady(baseline, port, TIMEOUT);
        product.child().pause();
        baseline.pause();
        for (int i = -WARM_UPS; i < rounds.count(); i++) {
          rounds.begin();
          double bare = through(baseline, port, key);
          double accepted = through(product.child(), product.port(), key);
          if (i < 0) {
            continue;
          }
          rounds.add("bare", bare);
          rounds.add("product", accepted);
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

  private Child baseline(Product like, int port) throws IOException {
    List<String> command =
        setup
            .programs()
            .own(
                ForwardingServer.class,
                Programs.jvmOptions(like.child().pid()),
                Integer.toString(port),
                Integer.toString(setup.receiverPort()),
                Integer.toString(DeliverSetup.CONCURRENCY),
                Integer.toString(SampleBody.length()));
    return Child.start("the baseline", command, Map.of(), setup.output("baseline"));
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
