package io.postrider.bench;

import io.postrider.bench.Measurements.Named;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures profiles and audiences: their overhead and their speed. */
@Command(name = "audience", mixinStandardHelpOptions = true)
final class AudienceBenchmark implements Callable<Integer> {
  @Mixin
  private final Measurements measurements =
      new Measurements(
          "audience",
          List.of(
              new Named(
                  "overhead",
                  (setup, figures) -> new ProfileOverheadMeasurement(setup).measure(figures)),
              new Named(
                  "people", (setup, figures) -> new AudienceMeasurement(setup).measure(figures))),
          ResultTable::audiences);

  public static void main(String[] args) {
    System.exit(new CommandLine(new AudienceBenchmark()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return measurements.run();
  }
}
