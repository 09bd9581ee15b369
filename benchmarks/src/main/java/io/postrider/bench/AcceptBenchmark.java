package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.baseline.BaselineServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures durable ingestion, compared with the same HTTP server that stores nothing.
 *
 * <p>Every cell starts both programs, warms them up, and measures them in turns. While one is
 * measured, the other is suspended.
 */
@Command(name = "accept", mixinStandardHelpOptions = true)
final class AcceptBenchmark implements Callable<Integer> {
  private static final long NEEDED_BYTES = 16L << 30;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @Option(names = "--seconds", description = "length of a round")
  private double seconds = 3;

  @Option(names = "--warmup-seconds", description = "minimum warm-up of each program")
  private int warmupSeconds = 8;

  @Option(names = "--rounds", description = "rounds of each program in each cell")
  private int rounds = Rounds.COUNT;

  @Option(names = "--connections", split = ",", description = "numbers of connections")
  private List<Integer> connections = List.of(16, 64, 256);

  @Option(names = "--quick", description = "a short trial run; does not publish its figures")
  private boolean quick;

  @Option(names = "--stand-in", description = "measure the baseline instead of the product")
  private boolean standIn;

  private final Programs programs = Programs.here();

  public static void main(String[] args) {
    System.exit(new CommandLine(new AcceptBenchmark()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (quick) {
      seconds = 0.5;
      warmupSeconds = 2;
      rounds = 3;
      connections = List.of(64);
    }
    ObjectNode about = Machine.describe(programs.root());
    about.put("rounds", rounds).put("round_s", seconds).put("warmup_s", warmupSeconds);
    ObjectNode disk = DurableWrites.measure(programs.root());
    List<Comparison> comparisons = new ArrayList<>();
    try (MachineMemory memory = new MachineMemory(programs.root());
        GeneratorProcess generator = new GeneratorProcess(programs)) {
      for (Cell cell : Cell.all(connections)) {
        if (!quick) {
          memory.fillPageCache();
        }
        comparisons.add(compare(generator, cell));
      }
    }
    AcceptReport report = new AcceptReport(comparisons);
    Results results = results();
    ObjectNode figures = report.figures();
    figures.set("accept_run", about);
    figures.set("disk", disk);
    results.merge(figures);
    Rounds.warnOfSteal(figures);
    System.out.printf("%n%s%nFigures: %s%n", report.table(), results.file());
    return quick || standIn || report.isMet() ? 0 : 1;
  }

  private Results results() {
    if (standIn) {
      return Results.trial(programs.root(), "accept-stand-in");
    }
    return quick
        ? Results.trial(programs.root(), "accept-quick")
        : Results.published(programs.root());
  }

  private Comparison compare(GeneratorProcess generator, Cell cell)
      throws IOException, InterruptedException {
    Path logs = Files.createDirectories(programs.root().resolve("target/bench/logs"));
    try (Scratch scratch = Scratch.open(programs.root(), "accept", quick ? 0 : NEEDED_BYTES);
        Product product = product(scratch, logs)) {
      product.awaitReady();
      String key = product.createSource();
      int port = Loopback.freePort();
      List<String> options = Programs.jvmOptions(product.child().pid());
      try (Child server = baseline(options, port, logs)) {
        Loopback.awaitReady(server, port, TIMEOUT);
        Shape shape = cell.shape();
        ServerUnderTest accepting =
            new ServerUnderTest(product.child(), product.port(), shape.productPath(), key);
        ServerUnderTest baseline = new ServerUnderTest(server, port, shape.baselinePath(), key);
        Comparison comparison = measure(generator, cell, baseline, accepting);
        product.child().resume();
        product.requireAccepted(accepting.messages());
        return comparison;
      }
    }
  }

  private Product product(Scratch scratch, Path logs) throws IOException {
    Path log = logs.resolve("product.log");
    return standIn
        ? Product.startStandIn(programs, log)
        : Product.start(programs, scratch.folder().resolve("data"), log);
  }

  private Child baseline(List<String> options, int port, Path logs) throws IOException {
    List<String> command = programs.own(BaselineServer.class, options, Integer.toString(port));
    return Child.start("the baseline", command, Map.of(), logs.resolve("baseline.log"));
  }

  private Comparison measure(
      GeneratorProcess generator, Cell cell, ServerUnderTest baseline, ServerUnderTest product)
      throws IOException, InterruptedException {
    System.out.printf("%n%s, %d connections: warming up%n", cell.shape().key, cell.connections());
    Duration minimum = Duration.ofSeconds(warmupSeconds);
    // a trial run has a bound on disk, which batches fill at some hundred MiB a second
    WarmUp warmUp = new WarmUp(minimum, quick ? minimum : Duration.ofMinutes(1));
    baseline.warmUp(generator, cell, warmUp);
    product.warmUp(generator, cell, warmUp);
    List<Round> baselineRounds = new ArrayList<>();
    List<Round> productRounds = new ArrayList<>();
    Rounds pairs = new Rounds(cell.name(), rounds);
    Duration length = Duration.ofMillis((long) (seconds * 1000));
    for (int i = 0; i < rounds; i++) {
      pairs.begin();
      Round a = baseline.run(generator, cell, length);
      Round b = product.run(generator, cell, length);
      baselineRounds.add(a);
      productRounds.add(b);
      double ratio =
          pairs.add(cell.figure(), b.load().requestsPerSecond() / a.load().requestsPerSecond());
      pairs.end(
          "baseline %,.0f requests/s, product %,.0f, p99 %,.0f us, ratio %.2f"
              .formatted(
                  a.load().requestsPerSecond(),
                  b.load().requestsPerSecond(),
                  b.load().p99Micros(),
                  ratio));
    }
    return Comparison.of(cell, baselineRounds, productRounds, pairs);
  }
}
