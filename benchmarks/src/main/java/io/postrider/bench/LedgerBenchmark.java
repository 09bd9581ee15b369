package io.postrider.bench;

import io.postrider.bench.Measurements.Named;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures the ledger: what it costs deliveries, and how soon it answers. */
@Command(name = "ledger", mixinStandardHelpOptions = true)
final class LedgerBenchmark implements Callable<Integer> {
  @Mixin
  private final Measurements measurements =
      new Measurements(
          "ledger",
          List.of(
              new Named(
                  "overhead",
                  (setup, figures) -> new LedgerOverheadMeasurement(setup).measure(figures)),
              new Named(
                  "queries",
                  (setup, figures) -> new LedgerQueryMeasurement(setup).measure(figures))),
          ResultTable::ledger);

  public static void main(String[] args) {
    System.exit(new CommandLine(new LedgerBenchmark()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return measurements.run();
  }
}
