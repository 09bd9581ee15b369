package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * More and more messages wait for a paused destination, then it is resumed. Memory is that with all
 * of them waiting; rate and processor time are those of draining.
 */
record WaitingCurve() implements Curve.Measuring {
  private static final int BATCH = 100;
  private static final int AWAITS = 10;

  @Override
  public void measure(DeliverSetup setup, List<Long> points, Consumer<CurvePoint> results)
      throws IOException, InterruptedException {
    for (long x : points) {
      try (Scratch scratch = setup.scratch((4L << 30) + 2 * x * 1024);
          Product product = setup.product(scratch, "curve", null)) {
        results.accept(measure(setup, product, x));
      }
    }
  }

  private static CurvePoint measure(DeliverSetup setup, Product product, long x)
      throws IOException, InterruptedException {
    JsonNode source = product.createdSource();
    String key = source.required("writeKey").asText();
    String destination =
        setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
    long pid = product.child().pid();
    setup.warmUp().repeat(pid, () -> deliver(setup, product, key));
    product.admin("PATCH", destination, "{\"paused\":true}");
    setup.receiver().ask("reset");
    long sent = 0;
    while (sent < x) {
      Duration length = Duration.ofMillis(x - sent > 1_000_000 ? 1000 : 50);
      sent += setup.sendBatches(product, key, BATCH, length).messages();
    }
    double waitingMib = ProcessMemory.totalMib(pid);
    Duration before = ProcessorUse.withoutCompiler(pid);
    product.admin("PATCH", destination, "{\"paused\":false}");
    JsonNode seen = awaitAll(setup, sent);
    Duration cpu = ProcessorUse.withoutCompiler(pid).minus(before);
    return new CurvePoint(
        sent, DrainMeasurement.rate(seen), cpu.toNanos() / 1e3 / sent, waitingMib);
  }

  private static void deliver(DeliverSetup setup, Product product, String key) throws IOException {
    setup.receiver().ask("reset");
    Duration length = Duration.ofMillis(setup.isQuick() ? 50 : 1000);
    LoadResult sent = setup.sendBatches(product, key, BATCH, length);
    var _ = setup.awaitArrivals(setup.receiver(), sent.messages());
  }

  /** Ten million take longer than one wait of the receiver. */
  private static JsonNode awaitAll(DeliverSetup setup, long expected) throws IOException {
    for (int i = 0; i < AWAITS; i++) {
      JsonNode seen = setup.receiver().ask("await " + expected + " 60000");
      if (seen.required("count").asLong() >= expected) {
        return seen;
      }
    }
    throw new IllegalStateException("%,d messages did not arrive".formatted(expected));
  }
}
