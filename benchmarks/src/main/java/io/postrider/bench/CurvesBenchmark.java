package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures growth curves and draws them. */
@Command(
    name = "curves",
    mixinStandardHelpOptions = true,
    description = "Measures growth curves: rate, processor time and memory.")
final class CurvesBenchmark implements Callable<Integer> {

  /** All curves; a name says what grows. */
  static final List<Curve> ALL =
      List.of(
          new Curve(
              "size",
              "size of a message, bytes",
              "calls",
              List.of(100L, 300L, 1_000L, 3_000L, 10_000L, 32_000L),
              List.of(100L, 1_000L),
              AcceptCurve.ofSize()),
          new Curve(
              "batch",
              "messages in a batch",
              "messages",
              List.of(1L, 3L, 10L, 30L, 100L, 300L, 900L),
              List.of(1L, 100L),
              AcceptCurve.ofBatch()),
          new Curve(
              "connections",
              "connections",
              "calls",
              List.of(1L, 4L, 16L, 64L, 256L, 1_024L),
              List.of(1L, 64L),
              AcceptCurve.ofConnections()),
          new Curve(
              "destinations",
              "destinations",
              "deliveries",
              List.of(1L, 10L, 100L, 1_000L, 10_000L),
              List.of(1L, 10L),
              new DestinationsCurve()),
          new Curve(
              "waiting",
              "messages that wait for a destination",
              "deliveries",
              List.of(100_000L, 300_000L, 1_000_000L, 3_000_000L, 10_000_000L),
              List.of(10_000L, 50_000L),
              new WaitingCurve()),
          new Curve(
              "log",
              "size of the log, MiB",
              "calls",
              List.of(1_024L, 3_072L, 10_240L, 30_720L),
              List.of(64L, 256L),
              new LogSizeCurve()),
          new Curve(
              "audiences",
              "audiences over 100,000 profiles",
              "events",
              List.of(1L, 10L, 100L, 1_000L),
              List.of(1L, 10L),
              PeopleCurve.ofAudiences()),
          new Curve(
              "profiles",
              "profiles under 10 audiences",
              "events",
              List.of(10_000L, 100_000L, 1_000_000L, 3_000_000L),
              List.of(2_000L, 5_000L),
              PeopleCurve.ofProfiles()),
          new Curve(
              "ledger",
              "entries of the ledger",
              "entries",
              List.of(1_000_000L, 3_000_000L, 10_000_000L, 30_000_000L, 100_000_000L),
              List.of(200_000L, 1_000_000L),
              new LedgerCurve()));

  @Parameters(arity = "0..*", description = "names of curves; without any, all of them")
  private List<String> names = List.of();

  @Option(names = "--quick", description = "a short trial run; does not publish its figures")
  private boolean quick;

  @Option(names = "--up-to", description = "leaves out larger values of what grows")
  private long upTo = Long.MAX_VALUE;

  @Option(names = "--draw", description = "only draws the curves in the results again")
  private boolean draw;

  private final Programs programs = Programs.here();

  public static void main(String[] args) {
    System.exit(new CommandLine(new CurvesBenchmark()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Results results =
        quick
            ? Results.trial(programs.root(), "curves-quick")
            : Results.published(programs.root(), "curves");
    List<Curve> curves = chosen(names);
    if (!draw) {
      measure(curves, results);
    }
    draw(curves, results.read());
    System.out.println("Figures: " + results.file());
    return 0;
  }

  /** The curves with some names; throws for a name that no curve has. */
  static List<Curve> chosen(List<String> names) {
    List<String> left = new ArrayList<>(names);
    List<Curve> chosen =
        ALL.stream().filter(curve -> names.isEmpty() || left.remove(curve.name())).toList();
    if (!left.isEmpty()) {
      throw new IllegalArgumentException(
          left + " are not curves; there are " + ALL.stream().map(Curve::name).toList());
    }
    return chosen;
  }

  private void measure(List<Curve> curves, Results results)
      throws IOException, InterruptedException {
    ObjectNode about = Machine.describe(programs.root());
    try (DeliverSetup setup = new DeliverSetup(programs, quick)) {
      for (Curve curve : curves) {
        System.out.printf("%n%s%n", curve.name());
        ObjectNode figures = Results.figures();
        figures.set(curve.name(), curve.measure(setup, upTo, about));
        results.merge(figures);
      }
    }
  }

  private void draw(List<Curve> curves, ObjectNode results) throws IOException {
    Path folder = programs.root().resolve(quick ? "benchmarks/target/curves" : "docs/images");
    Files.createDirectories(folder);
    for (Curve curve : curves) {
      if (results.has(curve.name())) {
        Path file = folder.resolve("curve-" + curve.name() + ".svg");
        Files.writeString(file, curve.svg(results.path(curve.name())));
        System.out.println("Drew " + programs.root().relativize(file));
      }
    }
  }
}
