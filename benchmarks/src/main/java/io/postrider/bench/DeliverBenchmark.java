package io.postrider.bench;

import io.postrider.bench.Measurements.Named;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures delivery: throughput, latency, isolation, many destinations, a backlog, memory. */
@Command(name = "deliver", mixinStandardHelpOptions = true)
final class DeliverBenchmark implements Callable<Integer> {
  @Mixin
  private final Measurements measurements =
      new Measurements(
          "deliver",
          List.of(
              new Named("drain", (setup, figures) -> new DrainMeasurement(setup).measure(figures)),
              new Named(
                  "through", (setup, figures) -> new ThroughMeasurement(setup).measure(figures)),
              new Named(
                  "written", (setup, figures) -> new WrittenMeasurement(setup).measure(figures)),
              new Named(
                  "latency", (setup, figures) -> new LatencyMeasurement(setup).measure(figures)),
              new Named(
                  "catching-up",
                  (setup, figures) -> new CatchingUpMeasurement(setup).measure(figures)),
              new Named(
                  "isolation",
                  (setup, figures) -> new IsolationMeasurement(setup).measure(figures)),
              new Named(
                  "thousand",
                  (setup, figures) -> new ManyDestinationsMeasurement(setup).measure(figures)),
              new Named(
                  "backlog", (setup, figures) -> new BacklogMeasurement(setup).measure(figures)),
              new Named(
                  "memory", (setup, figures) -> new MemoryMeasurement(setup).measure(figures))),
          ResultTable::delivery);

  public static void main(String[] args) {
    System.exit(new CommandLine(new DeliverBenchmark()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return measurements.run();
  }
}
