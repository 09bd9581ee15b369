package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Profiles and audiences: what keeping them costs, and how fast they are. */
@Command(name = "audience", mixinStandardHelpOptions = true)
final class AudienceBenchmark implements Callable<Integer> {
  private static final List<String> ALL = List.of("keeping", "people");

  @Option(names = "--quick", description = "a short trial whose figures are not published")
  private boolean quick;

  @Option(names = "--only", split = ",", description = "some of ${DEFAULT-VALUE}")
  private List<String> only = ALL;

  private final Programs programs = Programs.here();

  public static void main(String[] args) {
    System.exit(new CommandLine(new AudienceBenchmark()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ObjectNode figures = Results.figures();
    figures.set("audience_run", Machine.describe(programs.root()));
    try (MachineMemory memory = new MachineMemory(programs.root());
        DeliverSetup setup = new DeliverSetup(programs, quick)) {
      for (String name : only) {
        if (!quick) {
          memory.settle();
        }
        System.out.printf("%n%s%n", name);
        switch (name) {
          case "keeping" -> new KeepingMeasurement(setup).measure(figures);
          case "people" -> new AudienceMeasurement(setup).measure(figures);
          default -> throw new IllegalArgumentException(name + " is not one of " + ALL);
        }
      }
    }
    Results results =
        quick
            ? Results.trial(programs.root(), "audience-quick")
            : Results.published(programs.root(), "audience");
    results.merge(figures);
    System.out.printf("%n%s%nFigures: %s%n", ResultTable.audiences(figures), results.file());
    return quick || isMet(figures) ? 0 : 1;
  }

  private static boolean isMet(ObjectNode figures) {
    return figures.properties().stream()
        .filter(figure -> figure.getKey().endsWith("_met"))
        .allMatch(figure -> figure.getValue().asBoolean());
  }
}
