package io.postrider.bench;

import io.postrider.bench.Measurements.Named;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Profiles and audiences: what keeping them costs, and how fast they are. */
@Command(name = "audience", mixinStandardHelpOptions = true)
final class AudienceBenchmark implements Callable<Integer> {
  @Mixin
  private final Measurements measurements =
      new Measurements(
          "audience",
          List.of(
              new Named(
                  "keeping", (setup, figures) -> new KeepingMeasurement(setup).measure(figures)),
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
