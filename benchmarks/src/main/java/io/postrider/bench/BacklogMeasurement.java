package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.deliver.LineProcess;
import java.io.IOException;
import java.time.Duration;

/**
 * Measures a backlog of one million messages for an unreachable destination: its memory, and how
 * fast it drains after recovery. The baseline is the same traffic to a healthy destination.
 */
record BacklogMeasurement(DeliverSetup setup) {
  private static final String FIXED_HEAP = "-Xms512m -Xmx512m -XX:+AlwaysPreTouch";
  private static final double MEMORY_TARGET_MIB = 100;
  private static final double DRAIN_TARGET = 0.8;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    long messages = setup.isQuick() ? 100_000 : 1_000_000;
    double healthyMib;
    double rate;
    try (Scratch scratch = setup.scratch(4L << 30);
        Product product = setup.product(scratch, "healthy", FIXED_HEAP)) {
      JsonNode source = product.createdSource();
      String destination =
          setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
      product.admin("PATCH", destination, "{\"paused\":true}");
      setup.receiver().ask("reset");
      long sent = send(product, source, messages);
      product.admin("PATCH", destination, "{\"paused\":false}");
      rate = DrainMeasurement.rate(setup.awaitArrivals(setup.receiver(), sent));
      healthyMib = ProcessMemory.residentMib(product.child().pid());
    }
    double waitingMib;
    double drained;
    try (Scratch scratch = setup.scratch(4L << 30);
        Product product = setup.product(scratch, "dead", FIXED_HEAP)) {
      JsonNode source = product.createdSource();
      int port = Loopback.freePort();
      setup.destination(product, source.required("id").asText(), port, "/hook");
      long sent = send(product, source, messages);
      waitingMib = ProcessMemory.residentMib(product.child().pid());
      try (LineProcess back = setup.startReceiver(port)) {
        drained = DrainMeasurement.rate(setup.awaitArrivals(back, sent));
      }
    }
    double more = Comparison.rounded(waitingMib - healthyMib);
    double ratio = Comparison.rounded(drained / rate);
    System.out.printf(
        "  %,d messages: %.0f MiB delivered, %.0f MiB waiting; drained at %,.0f/s and %,.0f/s%n",
        messages, healthyMib, waitingMib, rate, drained);
    figures.put("backlog_memory_mib", more);
    figures.put("backlog_drain_ratio", ratio);
    figures.put("backlog_met", more <= MEMORY_TARGET_MIB && ratio >= DRAIN_TARGET);
    figures
        .putObject("backlog")
        .put("messages", messages)
        .put("delivered_mib", healthyMib)
        .put("waiting_mib", waitingMib)
        .put("healthy_per_s", Math.round(rate))
        .put("back_per_s", Math.round(drained));
  }

  private long send(Product product, JsonNode source, long messages) throws IOException {
    long sent = 0;
    String key = source.required("writeKey").asText();
    while (sent < messages) {
      sent += setup.sendBatches(product, key, 100, Duration.ofMillis(500)).messages();
    }
    return sent;
  }
}
