package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import io.postrider.bench.baseline.BaselineServer;
import io.postrider.bench.client.Caller;
import io.postrider.bench.client.PostriderCaller;
import io.postrider.bench.client.SegmentCaller;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures calls per second and allocated bytes per call, from the first call to the last response,
 * with our client library and Segment's in turns. A server in another process drops the requests.
 */
@Command(name = "client", mixinStandardHelpOptions = true)
final class ClientBenchmark implements Callable<Integer> {
  private static final double TARGET = 2;
  private static final int QUEUE_MESSAGES = 10_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @Option(names = "--calls", description = "calls in a round")
  private int calls = 200_000;

  @Option(names = "--threads", description = "threads that call")
  private int threads = 4;

  @Option(names = "--rounds", description = "measured rounds of each library; two more warm up")
  private int rounds = Rounds.COUNT;

  @Option(names = "--quick", description = "a short trial run; does not publish its figures")
  private boolean quick;

  private final Programs programs = Programs.here();
  private final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The figures of one round of one library. */
  private record Measured(double callsPerSecond, double bytesPerCall) {}

  /** Opens a client that sends to a URL. */
  private interface Library {
    Caller open(String url, int queueMessages);
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new ClientBenchmark()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (quick) {
      calls = 20_000;
      rounds = 3;
    }
    ObjectNode about = Machine.describe(programs.root());
    about.put("rounds", rounds).put("calls", calls).put("threads", threads);
    Path logs = Files.createDirectories(programs.root().resolve("target/bench/logs"));
    int port = Loopback.freePort();
    List<String> command =
        programs.own(BaselineServer.class, List.of("-Xmx256m"), Integer.toString(port));
    List<Measured> ours = new ArrayList<>();
    List<Measured> theirs = new ArrayList<>();
    Rounds pairs = new Rounds("client", rounds);
    try (Child server = Child.start("the server", command, Map.of(), logs.resolve("sink.log"))) {
      Loopback.awaitReady(server, port, TIMEOUT);
      String url = "http://127.0.0.1:" + port + "/nothing";
      for (int round = -1; round <= rounds; round++) {
        pairs.begin();
        Measured a = measure(SegmentCaller::new, url);
        Measured b = measure(PostriderCaller::new, url);
        if (round >= 1) {
          theirs.add(a);
          ours.add(b);
          double ratio = pairs.add("client_ratio", b.callsPerSecond / a.callsPerSecond);
          pairs.end(
              "Segment %,.0f calls/s, %,.0f bytes; Postrider %,.0f, %,.0f; ratio %.2f"
                  .formatted(
                      a.callsPerSecond, a.bytesPerCall, b.callsPerSecond, b.bytesPerCall, ratio));
        }
      }
    }
    return report(about, ours, theirs, pairs);
  }

  private Measured measure(Library library, String url) throws InterruptedException {
    System.gc(); // do not charge this library for the garbage of the other
    long bytes = memory.getTotalThreadAllocatedBytes();
    long start = System.nanoTime();
    try (Caller caller = library.open(url, QUEUE_MESSAGES)) {
      List<Thread> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int first = i;
        running.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int n = first; n < calls; n += threads) {
                        caller.track(n);
                      }
                    }));
      }
      for (Thread thread : running) {
        thread.join();
      }
      caller.awaitResponses();
      double seconds = (System.nanoTime() - start) / 1e9;
      long allocated = memory.getTotalThreadAllocatedBytes() - bytes;
      return new Measured(calls / seconds, (double) allocated / calls);
    }
  }

  private int report(ObjectNode about, List<Measured> ours, List<Measured> theirs, Rounds pairs)
      throws IOException {
    double postrider = median(ours, Measured::callsPerSecond);
    double segment = median(theirs, Measured::callsPerSecond);
    ObjectNode figures = Results.figures();
    double ratio = pairs.publish(figures, "client_ratio");
    pairs.publishSteal(figures);
    figures.put("client_met", ratio >= TARGET);
    figures
        .putObject("postrider")
        .put("calls_per_s", postrider)
        .put("bytes_per_call", median(ours, Measured::bytesPerCall));
    figures
        .putObject("segment")
        .put("calls_per_s", segment)
        .put("bytes_per_call", median(theirs, Measured::bytesPerCall));
    figures.set("client_run", about);
    Path file =
        programs
            .root()
            .resolve(
                quick ? "benchmarks/target/client-quick.json" : "benchmarks/results/client.json");
    new Results(file).merge(figures);
    System.out.printf("%nratio %.2f (target %.0f)%nFigures: %s%n", ratio, TARGET, file);
    return quick || ratio >= TARGET ? 0 : 1;
  }

  private static double median(List<Measured> rounds, ToDoubleFunction<Measured> figure) {
    double[] sorted = rounds.stream().mapToDouble(figure).toArray();
    Arrays.sort(sorted);
    return Figures.median(sorted);
  }
}
