package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/**
 * What a benchmark of the running product consists of: its measurements, made one after the other,
 * and the file and table of their figures. The options to choose among them are mixed into its
 * command.
 */
final class Measurements {

  /** Makes one measurement and notes its figures. */
  interface Measuring {
    void measure(DeliverSetup setup, ObjectNode figures) throws IOException, InterruptedException;
  }

  /** A measurement and what it is called. */
  record Named(String name, Measuring measuring) {}

  @Option(names = "--quick", description = "a short trial whose figures are not published")
  private boolean quick;

  @Option(names = "--only", split = ",", description = "some of ${DEFAULT-VALUE}")
  private List<String> only;

  private final String benchmark;
  private final List<Named> all;
  private final Function<JsonNode, String> table;

  /**
   * Those of a benchmark.
   *
   * @param benchmark what its figures are kept as
   * @param table tells the figures to people
   */
  Measurements(String benchmark, List<Named> all, Function<JsonNode, String> table) {
    this.benchmark = benchmark;
    this.all = all;
    this.table = table;
    this.only = names();
  }

  private List<String> names() {
    return all.stream().map(Named::name).toList();
  }

  /** Makes those that are wanted and keeps their figures; 0 if every goal is met. */
  int run() throws IOException, InterruptedException {
    Programs programs = Programs.here();
    ObjectNode figures = Results.figures();
    figures.set(benchmark + "_run", Machine.describe(programs.root()));
    try (MachineMemory memory = new MachineMemory(programs.root());
        DeliverSetup setup = new DeliverSetup(programs, quick)) {
      for (String name : only) {
        if (!quick) {
          memory.settle();
        }
        System.out.printf("%n%s%n", name);
        find(name).measure(setup, figures);
      }
    }
    Results results =
        quick
            ? Results.trial(programs.root(), benchmark + "-quick")
            : Results.published(programs.root(), benchmark);
    results.merge(figures);
    System.out.printf("%n%s%nFigures: %s%n", table.apply(figures), results.file());
    return quick || isMet(figures) ? 0 : 1;
  }

  private Measuring find(String name) {
    return all.stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name + " is not one of " + names()))
        .measuring();
  }

  private static boolean isMet(ObjectNode figures) {
    return figures.properties().stream()
        .filter(figure -> figure.getKey().endsWith("_met"))
        .allMatch(figure -> figure.getValue().asBoolean());
  }
}
