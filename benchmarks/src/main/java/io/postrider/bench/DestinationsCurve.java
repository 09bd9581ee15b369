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
  private static final int BATCH = 20;

  @Override
  public void measure(DeliverSetup setup, List<Long> points, Consumer<CurvePoint> results)
      throws IOException, InterruptedException {
    for (long x : points) {
      try (Scratch scratch = setup.scratch(8L << 30);
          Product product = setup.product(scratch, "curve", null)) {
        product.deleteSources(); // the one of the first start: there may be 10,000
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
    setup.warmUp().repeat(pid, () -> deliver(setup, product, keys));
    for (int i = 0; i < ROUNDS; i++) {
      Duration before = ProcessorUse.withoutCompiler(pid);
      Delivered delivered = deliver(setup, product, keys);
      Duration cpu = ProcessorUse.withoutCompiler(pid).minus(before);
      rates[i] = delivered.perSecond();
      cpus[i] = cpu.toNanos() / 1e3 / delivered.messages();
    }
    Arrays.sort(rates);
    Arrays.sort(cpus);
    return new CurvePoint(
        x, Figures.exactMedian(rates), Figures.exactMedian(cpus), ProcessMemory.totalMib(pid));
  }

  private static Delivered deliver(DeliverSetup setup, Product product, String keys)
      throws IOException {
    setup.receiver().ask("reset");
    Duration length = Duration.ofMillis(setup.isQuick() ? 300 : 1000);
    LoadResult sent = setup.sendBatches(product, keys, BATCH, length);
    JsonNode seen = setup.awaitArrivals(setup.receiver(), sent.messages());
    return new Delivered(sent.messages(), seen.required("last").asLong() - sent.startNanos());
  }
}
