package io.postrider.bench;

import io.postrider.bench.Measurements.Named;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures nodes on Kafka and PostgreSQL: accepting, delivering, failover, several nodes,
 * migration.
 */
@Command(name = "cluster", mixinStandardHelpOptions = true)
final class ClusterBenchmark implements Callable<Integer> {
  @Mixin
  private final Measurements measurements =
      new Measurements(
          "cluster",
          List.of(
              new Named(
                  "accept", (setup, figures) -> new KafkaAcceptMeasurement(setup).measure(figures)),
              new Named(
                  "deliver",
                  (setup, figures) -> new KafkaDeliverMeasurement(setup).measure(figures)),
              new Named(
                  "failover", (setup, figures) -> new FailoverMeasurement(setup).measure(figures)),
              new Named("nodes", (setup, figures) -> new NodesMeasurement(setup).measure(figures)),
              new Named(
                  "migrate", (setup, figures) -> new MigrateMeasurement(setup).measure(figures))),
          ResultTable::cluster);

  public static void main(String[] args) {
    System.exit(new CommandLine(new ClusterBenchmark()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return measurements.run();
  }
}
