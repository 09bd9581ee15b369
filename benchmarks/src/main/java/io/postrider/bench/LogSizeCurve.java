package io.postrider.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Accepting single calls behind a longer and longer log, in MiB, after everything that follows the
 * log has caught up.
 */
record LogSizeCurve() implements Curve.Measuring {
  private static final List<String> FLAGS = List.of("--roles=collect,deliver,control");
  private static final int CONNECTIONS = 64;

  @Override
  public void measure(DeliverSetup setup, List<Long> points, Consumer<CurvePoint> results)
      throws IOException, InterruptedException {
    AcceptCurve accepting = new AcceptCurve(x -> new AcceptCurve.Request(CONNECTIONS, 0, 0));
    for (long mib : points) {
      try (Scratch scratch = setup.scratch((mib << 20) * 3 / 2)) {
        Path data = scratch.folder().resolve("curve");
        LogFiller.fill(data, mib << 20);
        try (Product product = setup.product(scratch, "curve", null, FLAGS)) {
          product.awaitFollowers();
          results.accept(accepting.measure(setup, product, mib));
        }
      }
    }
  }
}
