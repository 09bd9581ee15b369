package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures the resident memory of the product with the heap that its launcher chooses: idle, and at
 * 10,000 calls a second that go to 100 destinations. Without that rate there is no figure.
 */
record MemoryMeasurement(DeliverSetup setup) {
  private static final int DESTINATIONS = 100;
  private static final int CALLS_PER_SECOND = 10_000;
  private static final double IDLE_TARGET_MIB = 250;
  private static final double LOADED_TARGET_MIB = 700;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Duration idleTime = Duration.ofSeconds(setup.isQuick() ? 5 : 30);
    Duration loadTime = Duration.ofSeconds(setup.isQuick() ? 10 : 60);
    try (Scratch scratch = setup.scratch(4L << 30);
        Product product = setup.product(scratch, "memory", null)) {
      long pid = product.child().pid();
      LockSupport.parkNanos(idleTime.toNanos());
      double idle = ProcessMemory.totalMib(pid);
      String keys = connect(product);
      setup.receiver().ask("reset");
      LoadResult sent = setup.sendCalls(product, keys, CALLS_PER_SECOND, loadTime);
      double loaded = ProcessMemory.totalMib(pid);
      double delivered =
          DrainMeasurement.rate(setup.awaitArrivals(setup.receiver(), sent.messages()));
      System.out.printf(
          "  idle %.0f MiB; %.0f MiB after %d s of %,.0f calls/s, delivered at %,.0f/s%n",
          idle, loaded, loadTime.toSeconds(), sent.requestsPerSecond(), delivered);
      figures.put("memory_idle_mib", Comparison.rounded(idle));
      figures
          .putObject("memory")
          .put("calls_per_s", Math.round(sent.requestsPerSecond()))
          .put("delivered_per_s", Math.round(delivered));
      boolean reached = isReached(sent.requestsPerSecond()) && isReached(delivered);
      if (reached) {
        figures.put("memory_loaded_mib", Comparison.rounded(loaded));
      } else {
        System.out.printf(
            "  Not published: the load was less than %,d calls/s, accepted and delivered.%n",
            CALLS_PER_SECOND);
      }
      figures.put("memory_met", reached && idle <= IDLE_TARGET_MIB && loaded <= LOADED_TARGET_MIB);
    }
  }

  /** Whether a rate is that of the plan, but for the calls at its very end. */
  static boolean isReached(double perSecond) {
    return perSecond >= 0.98 * CALLS_PER_SECOND;
  }

  /** Creates sources with one destination each; returns their write keys. */
  private String connect(Product product) throws IOException, InterruptedException {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < DESTINATIONS; i++) {
      JsonNode source = product.createdSource();
      keys.add(source.required("writeKey").asText());
      setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
    }
    return String.join(",", keys);
  }
}
