package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/**
 * Runs the measurements of a benchmark one after the other, and writes their figures as a file and
 * a table. Its command-line options select some of them.
 */
final class Measurements {

  /** Runs one measurement and adds its figures. */
  interface Measuring {
    void measure(DeliverSetup setup, ObjectNode figures) throws IOException, InterruptedException;
  }

  /** A measurement with its name. */
  record Named(String name, Measuring measuring) {}

  @Option(names = "--quick", description = "a short trial run; does not publish its figures")
  private boolean quick;

  @Option(names = "--only", split = ",", description = "some of ${DEFAULT-VALUE}")
  private List<String> only;

  private final String benchmark;
  private final List<Named> all;
  private final Function<JsonNode, String> table;

  /**
   * Creates the measurements of a benchmark.
   *
   * @param benchmark the name of the benchmark and of its results file
   * @param table formats the figures as Markdown
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

  /** Runs the selected measurements and stores their figures; returns 0 if every target is met. */
  int run() throws IOException, InterruptedException {
    Programs programs = Programs.here();
    ObjectNode figures = Results.figures();
    figures.set(benchmark + "_run", Machine.describe(programs.root()));
    Results results =
        quick
            ? Results.trial(programs.root(), benchmark + "-quick")
            : Results.published(programs.root(), benchmark);
    try (MachineMemory memory = new MachineMemory(programs.root());
        DeliverSetup setup = new DeliverSetup(programs, quick)) {
      for (String name : only) {
        if (!quick) {
          memory.fillPageCache();
        }
        System.out.printf("%n%s%n", name);
        find(name).measure(setup, figures);
        results.merge(figures); // a run that ends early keeps what it measured
      }
    }
    Rounds.warnOfSteal(figures);
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
