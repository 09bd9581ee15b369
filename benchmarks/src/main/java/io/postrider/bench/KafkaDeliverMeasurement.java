package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.deliver.BareConsumer;
import io.postrider.bench.deliver.LineProcess;
import java.io.IOException;
import java.time.Duration;

/**
 * Measures draining a filled log on Kafka to one destination, compared with a bare consumer of the
 * same records that feeds an HTTP client. The node's followers catch up before either of them.
 */
record KafkaDeliverMeasurement(DeliverSetup setup) {
  private static final String CLUSTER = "delivering";
  private static final double TARGET = 0.5;
  private static final int WARM_UPS = 3;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Rounds rounds = setup.rounds("kafka_deliver");
    try (ClusterSetup cluster = new ClusterSetup(setup)) {
      cluster.createCluster(CLUSTER);
      try (Product node = cluster.node(CLUSTER, "one", "--roles=collect,deliver,control");
          LineProcess consumer = consumer(cluster, node)) {
        cluster.awaitShared(CLUSTER, "one");
        JsonNode source = node.createdSource();
        String key = source.required("writeKey").asText();
        String destination =
            setup.destination(node, source.required("id").asText(), setup.receiverPort(), "/hook");
        for (int i = -WARM_UPS; i < rounds.count(); i++) {
          rounds.begin();
          long filled = fill(node, destination, key);
          double consumed = consume(consumer, filled);
          double delivered = drain(node, destination, filled);
          if (i < 0) {
            continue;
          }
          rounds.add("bare", consumed);
          rounds.add("product", delivered);
          double ratio = rounds.add("kafka_deliver_ratio", delivered / consumed);
          rounds.end(
              "%,d messages; bare consumer %,.0f posts/s, product %,.0f deliveries/s, ratio %.2f"
                  .formatted(filled, consumed, delivered, ratio));
        }
      }
    }
    double ratio = rounds.publish(figures, "kafka_deliver_ratio");
    rounds.publishSteal(figures);
    figures.put("kafka_deliver_met", ratio >= TARGET);
    figures
        .putObject("kafka_deliver")
        .put("product_per_s", rounds.median("product"))
        .put("bare_consumer_per_s", rounds.median("bare"))
        .put("worst_round", Comparison.rounded(rounds.lowest("kafka_deliver_ratio")))
        .put("best_round", Comparison.rounded(rounds.highest("kafka_deliver_ratio")));
  }

  private LineProcess consumer(ClusterSetup cluster, Product like) throws IOException {
    return LineProcess.start(
        setup
            .programs()
            .own(
                BareConsumer.class,
                Programs.jvmOptions(like.child().pid()),
                Integer.toString(setup.receiverPort()),
                Integer.toString(DeliverSetup.CONCURRENCY),
                cluster.broker().address(),
                CLUSTER,
                Integer.toString(ClusterSetup.PARTITIONS)));
  }

  /** Fills the log while the destination is paused; returns the number of messages. */
  private long fill(Product node, String destination, String key)
      throws IOException, InterruptedException {
    node.admin("PATCH", destination, "{\"paused\":true}");
    Duration filling = Duration.ofMillis(setup.isQuick() ? 500 : 1500);
    long filled = setup.sendBatches(node, key, 100, filling).messages();
    node.awaitFollowers();
    return filled;
  }

  private double consume(LineProcess consumer, long filled) throws IOException {
    setup.receiver().ask("reset");
    consumer.ask(Long.toString(filled));
    return DrainMeasurement.rate(setup.awaitArrivals(setup.receiver(), filled));
  }

  private double drain(Product node, String destination, long filled)
      throws IOException, InterruptedException {
    setup.receiver().ask("reset");
    node.admin("PATCH", destination, "{\"paused\":false}");
    return DrainMeasurement.rate(setup.awaitArrivals(setup.receiver(), filled));
  }
}
