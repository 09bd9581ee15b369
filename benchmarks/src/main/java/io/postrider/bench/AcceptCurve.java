package io.postrider.bench;

import io.postrider.bench.load.JsonFormat;
import io.postrider.bench.load.LoadPlan;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Accepting requests of a kind in a closed loop; each value has a program of its own.
 *
 * @param kind makes the kind of request from a value
 */
record AcceptCurve(Kind kind) implements Curve.Measuring {
  private static final int ROUNDS = 3;
  private static final int CONNECTIONS = 64;

  /** Makes a kind of request from the value of what grows. */
  interface Kind {
    Request of(int x);
  }

  /**
   * A kind of request.
   *
   * @param batch the messages in a batch; 0 for single calls
   * @param size the bytes of a single call; 0 for about 500
   */
  record Request(int connections, int batch, int size) {}

  /** Single calls of a growing size. */
  static AcceptCurve ofSize() {
    return new AcceptCurve(x -> new Request(CONNECTIONS, 0, x));
  }

  /** Batches of more and more messages. */
  static AcceptCurve ofBatch() {
    return new AcceptCurve(x -> new Request(CONNECTIONS, x, 0));
  }

  /** Single calls on more and more connections. */
  static AcceptCurve ofConnections() {
    return new AcceptCurve(x -> new Request(x, 0, 0));
  }

  @Override
  public void measure(DeliverSetup setup, List<Long> points, Consumer<CurvePoint> results)
      throws IOException, InterruptedException {
    for (long x : points) {
      try (Scratch scratch = setup.scratch(8L << 30);
          Product product = setup.product(scratch, "curve", null)) {
        results.accept(measure(setup, product, x));
      }
    }
  }

  /** Measures a product that runs. */
  CurvePoint measure(DeliverSetup setup, Product product, long x)
      throws IOException, InterruptedException {
    String key = product.createSource();
    Duration length = Duration.ofMillis(setup.isQuick() ? 500 : 1500);
    Duration turn = Duration.ofSeconds(setup.isQuick() ? 1 : 5);
    double[] rates = new double[ROUNDS];
    double[] cpus = new double[ROUNDS];
    long pid = product.child().pid();
    setup
        .warmUp()
        .repeat(
            pid,
            () -> {
              LoadResult _ = send(setup, product, key, x, turn);
            });
    for (int i = 0; i < ROUNDS; i++) {
      Duration before = ProcessorUse.withoutCompiler(pid);
      LoadResult sent = send(setup, product, key, x, length);
      Duration cpu = ProcessorUse.withoutCompiler(pid).minus(before);
      rates[i] = sent.messagesPerSecond();
      cpus[i] = cpu.toNanos() / 1e3 / Math.max(1, sent.messages());
    }
    Arrays.sort(rates);
    Arrays.sort(cpus);
    return new CurvePoint(
        x, Figures.exactMedian(rates), Figures.exactMedian(cpus), ProcessMemory.totalMib(pid));
  }

  private LoadResult send(
      DeliverSetup setup, Product product, String key, long x, Duration duration)
      throws IOException {
    Request request = kind.of((int) x);
    String path = request.batch() == 0 ? "/v1/track" : "/v1/batch";
    return setup
        .generator()
        .run(
            new LoadPlan(
                product.port(),
                path,
                key,
                request.connections(),
                request.batch(),
                JsonFormat.COMPACT,
                duration,
                0,
                1,
                request.size()));
  }
}
