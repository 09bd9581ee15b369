package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures {@code postrider migrate}: a data folder with messages, half of which are delivered and
 * have entries in the ledger, is moved to Kafka and PostgreSQL.
 */
record MigrateMeasurement(DeliverSetup setup) {
  private static final String CLUSTER = "migrated";
  private static final int MESSAGES = 2_000_000;
  private static final int QUICK_MESSAGES = 100_000;
  private static final int BATCH = 100;
  private static final Duration TIMEOUT = Duration.ofMinutes(20);

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    try (ClusterSetup cluster = new ClusterSetup(setup)) {
      cluster.createCluster(CLUSTER);
      Path data = cluster.folder("embedded");
      long messages = fill(data);
      double logMib = sizeBytes(data.resolve("log")) / 0x1p20;
      double seconds = migrate(cluster, data);
      figures.put("migrate_per_s", Math.round(messages / seconds));
      figures
          .putObject("migrate")
          .put("messages", messages)
          .put("log_mib", Math.round(logMib))
          .put("log_mib_per_s", Comparison.rounded(logMib / seconds))
          .put("seconds", Comparison.rounded(seconds));
      System.out.printf(
          "  %,d messages in %.1f s: %,.0f messages/s, %.1f MiB of log a second%n",
          messages, seconds, messages / seconds, logMib / seconds);
    }
  }

  /** Fills a data folder, and stops its service; returns the number of messages. */
  private long fill(Path data) throws IOException, InterruptedException {
    Product product =
        Product.start(
            setup.programs(),
            data,
            setup.output("embedded"),
            List.of("--delivery.allow-networks=127.0.0.0/8"),
            Map.of());
    try (product) {
      product.awaitReady();
      JsonNode source = product.createdSource();
      String destination =
          setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
      String key = source.required("writeKey").asText();
      int all = setup.isQuick() ? QUICK_MESSAGES : MESSAGES;
      setup.receiver().ask("reset");
      long delivered = send(product, key, all / 2);
      setup.awaitArrivals(setup.receiver(), delivered);
      product.admin("PATCH", destination, "{\"paused\":true}");
      long waiting = send(product, key, all / 2);
      product.awaitFollowers();
      product.child().terminate();
      return delivered + waiting;
    }
  }

  private long send(Product product, String key, long least) throws IOException {
    long sent = 0;
    while (sent < least) {
      sent += setup.sendBatches(product, key, BATCH, Duration.ofMillis(250)).messages();
    }
    return sent;
  }

  /** Moves the folder; returns the seconds that it took. */
  private double migrate(ClusterSetup cluster, Path data) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(setup.programs().command("migrate", "--data", data.toString()));
    command.addAll(cluster.flags(CLUSTER));
    long startNanos = System.nanoTime();
    Child child =
        Child.start(
            "the migration", command, cluster.environment(CLUSTER), setup.output("migrate"));
    int exit = child.awaitEnd(TIMEOUT);
    if (exit != 0) {
      throw new IllegalStateException(
          "The migration ended with %d:%n%s".formatted(exit, child.lastOutput()));
    }
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private static long sizeBytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
