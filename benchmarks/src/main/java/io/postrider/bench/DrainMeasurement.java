package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.deliver.LineProcess;
import java.io.IOException;
import java.time.Duration;

/**
 * Measures draining a filled log to one destination with signatures, compared with the bare client
 * that posts the same bytes.
 */
record DrainMeasurement(DeliverSetup setup) {
  private static final double TARGET = 0.87;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Rounds rounds = setup.rounds("deliver");
    try (Scratch scratch = setup.scratch(8L << 30);
        Product running = setup.product(scratch, "drain", null);
        LineProcess client = setup.bareClient(running)) {
      JsonNode source = running.createdSource();
      String destination =
          setup.destination(running, source.required("id").asText(), setup.receiverPort(), "/hook");
      String key = source.required("writeKey").asText();
      long millis = setup.isQuick() ? 1000 : 5000;
      setup.warmUp().repeat(running.child().pid(), () -> drain(running, destination, key));
      setup.warmUp().repeat(client.pid(), () -> client.ask(Long.toString(millis)));
      for (int i = 0; i < rounds.count(); i++) {
        rounds.begin();
        running.child().pause();
        setup.receiver().ask("reset");
        long posted = client.ask(Long.toString(millis)).required("posted").asLong();
        double bare = rounds.add("bare", posted * 1e3 / millis);
        running.child().resume();
        double product = rounds.add("product", drain(running, destination, key));
        double ratio = rounds.add("deliver_ratio", product / bare);
        rounds.end(
            "bare client %,.0f posts/s, product %,.0f deliveries/s, ratio %.2f"
                .formatted(bare, product, ratio));
      }
    }
    double ratio = rounds.publish(figures, "deliver_ratio");
    rounds.publishSteal(figures);
    figures.put("deliver_met", ratio >= TARGET);
    figures
        .putObject("deliver")
        .put("product_per_s", rounds.median("product"))
        .put("bare_client_per_s", rounds.median("bare"))
        .put("worst_round", Comparison.rounded(rounds.lowest("deliver_ratio")))
        .put("body_bytes", SampleBody.length());
  }

  /** Fills the log while the destination is paused, resumes it, and returns messages per second. */
  private double drain(Product product, String destination, String key)
      throws IOException, InterruptedException {
    product.admin("PATCH", destination, "{\"paused\":true}");
    setup.receiver().ask("reset");
    Duration filling = Duration.ofMillis(setup.isQuick() ? 500 : 1500);
    long sent = setup.sendBatches(product, key, 100, filling).messages();
    product.admin("PATCH", destination, "{\"paused\":false}");
    JsonNode seen = setup.awaitArrivals(setup.receiver(), sent);
    return rate(seen);
  }

  /** Requests per second, from the first to the last. */
  static double rate(JsonNode seen) {
    long nanos = seen.required("last").asLong() - seen.required("first").asLong();
    return (seen.required("count").asLong() - 1) * 1e9 / nanos;
  }
}
