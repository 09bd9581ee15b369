package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.deliver.LineProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/**
 * Measures draining a filled log to one destination with signatures, compared with the bare client
 * that posts the same bytes.
 */
record DrainMeasurement(DeliverSetup setup) {
  private static final double TARGET = 0.6;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    int rounds = setup.isQuick() ? 2 : 5;
    double[] product = new double[rounds];
    double[] bare = new double[rounds];
    double[] ratios = new double[rounds];
    try (Scratch scratch = setup.scratch(8L << 30);
        Product running = setup.product(scratch, "drain", null);
        LineProcess client = setup.bareClient(running)) {
      JsonNode source = running.createdSource();
      String destination =
          setup.destination(running, source.required("id").asText(), setup.receiverPort(), "/hook");
      String key = source.required("writeKey").asText();
      drain(running, destination, key);
      client.ask("3000");
      for (int i = 0; i < rounds; i++) {
        running.child().pause();
        setup.receiver().ask("reset");
        bare[i] = client.ask("5000").required("posted").asLong() / 5.0;
        running.child().resume();
        product[i] = drain(running, destination, key);
        ratios[i] = product[i] / bare[i];
        System.out.printf(
            "  round %d of %d: bare client %,.0f posts/s, product %,.0f deliveries/s, ratio %.2f%n",
            i + 1, rounds, bare[i], product[i], ratios[i]);
      }
    }
    Arrays.sort(product);
    Arrays.sort(bare);
    Arrays.sort(ratios);
    double ratio = Comparison.rounded(Figures.median(product) / Figures.median(bare));
    figures.put("deliver_ratio", ratio);
    figures.put("deliver_met", ratio >= TARGET);
    figures
        .putObject("deliver")
        .put("product_per_s", Figures.median(product))
        .put("bare_client_per_s", Figures.median(bare))
        .put("worst_round", Comparison.rounded(ratios[0]))
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
