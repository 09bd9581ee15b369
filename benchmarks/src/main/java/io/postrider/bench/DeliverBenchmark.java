package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Delivering: throughput, latency, isolation, many destinations and a backlog. */
@Command(name = "deliver", mixinStandardHelpOptions = true)
final class DeliverBenchmark implements Callable<Integer> {
  private static final List<String> ALL =
      List.of("drain", "latency", "isolation", "thousand", "backlog");

  @Option(names = "--quick", description = "a short trial whose figures are not published")
  private boolean quick;

  @Option(names = "--only", split = ",", description = "some of ${DEFAULT-VALUE}")
  private List<String> only = ALL;

  private final Programs programs = Programs.here();

  public static void main(String[] args) {
    System.exit(new CommandLine(new DeliverBenchmark()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ObjectNode figures = Results.figures();
    figures.set("deliver_run", Machine.describe(programs.root()));
    try (MachineMemory memory = new MachineMemory(programs.root());
        DeliverSetup setup = new DeliverSetup(programs, quick)) {
      for (String name : only) {
        if (!quick) {
          memory.settle();
        }
        System.out.printf("%n%s%n", name);
        switch (name) {
          case "drain" -> new DrainMeasurement(setup).measure(figures);
          case "latency" -> new LatencyMeasurement(setup).measure(figures);
          case "isolation" -> new IsolationMeasurement(setup).measure(figures);
          case "thousand" -> new ManyDestinationsMeasurement(setup).measure(figures);
          case "backlog" -> new BacklogMeasurement(setup).measure(figures);
          default -> throw new IllegalArgumentException(name + " is not one of " + ALL);
        }
      }
    }
    Results results =
        quick
            ? Results.trial(programs.root(), "deliver-quick")
            : Results.published(programs.root(), "deliver");
    results.merge(figures);
    System.out.printf("%n%s%nFigures: %s%n", ResultTable.delivery(figures), results.file());
    return quick || isMet(figures) ? 0 : 1;
  }

  private static boolean isMet(ObjectNode figures) {
    return figures.properties().stream()
        .filter(figure -> figure.getKey().endsWith("_met"))
        .allMatch(figure -> figure.getValue().asBoolean());
  }
}
