package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The same traffic over more and more sources with a destination each, accepted and delivered. */
record DestinationsCurve() implements Curve.Measuring {
  private static final int ROUNDS = 3;
  private static final int WARM_UPS = 3;
  private static final int BATCH = 20;

  @Override
  public void measure(DeliverSetup setup, List<Long> points, Consumer<CurvePoint> results)
      throws IOException, InterruptedException {
    for (long x : points) {
      try (Scratch scratch = setup.scratch(8L << 30);
          Product product = setup.product(scratch, "curve", null)) {
        Rounds untimed = new Rounds("destination_create", 0);
        String keys = new ManyDestinationsMeasurement(setup).connect(product, (int) x, untimed);
        results.accept(measure(setup, product, keys, x));
      }
    }
  }

  private static CurvePoint measure(DeliverSetup setup, Product product, String keys, long x)
      throws IOException, InterruptedException {
    long pid = product.child().pid();
    double[] rates = new double[ROUNDS];
    double[] cpus = new double[ROUNDS];
    for (int i = -WARM_UPS; i < ROUNDS; i++) {
      Duration before = ProcessorUse.withoutCompiler(pid);
      setup.receiver().ask("reset");
      Duration length = Duration.ofMillis(setup.isQuick() ? 300 : 1000);
      LoadResult sent = setup.sendBatches(product, keys, BATCH, length);
      JsonNode seen = setup.awaitArrivals(setup.receiver(), sent.messages());
      Duration cpu = ProcessorUse.withoutCompiler(pid).minus(before);
      if (i >= 0) {
        long nanos = seen.required("last").asLong() - sent.startNanos();
        rates[i] = sent.messages() * 1e9 / nanos;
        cpus[i] = cpu.toNanos() / 1e3 / sent.messages();
      }
    }
    Arrays.sort(rates);
    Arrays.sort(cpus);
    return new CurvePoint(
        x, Figures.exactMedian(rates), Figures.exactMedian(cpus), ProcessMemory.totalMib(pid));
  }
}
