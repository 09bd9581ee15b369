package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.baseline.ProducerServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures accepting batches on Kafka, compared with the same HTTP server that gives the bytes of
 * the messages to a producer. The node only accepts: other roles would read along.
 */
record KafkaAcceptMeasurement(DeliverSetup setup) {
  private static final Cell CELL = new Cell(Shape.BATCH, 64);
  private static final String CLUSTER = "accepting";
  private static final String BASELINE_TOPIC = "baseline";
  private static final double TARGET = 0.5;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    try (ClusterSetup cluster = new ClusterSetup(setup)) {
      cluster.createCluster(CLUSTER);
      cluster.broker().createTopic(BASELINE_TOPIC, ClusterSetup.PARTITIONS);
      try (Product product = cluster.node(CLUSTER, "one", "--roles=collect,control")) {
        String key = product.createSource();
        int port = Loopback.freePort();
        try (Child server = baseline(cluster, product, port)) {
          Loopback.awaitReady(server, port, TIMEOUT);
          ServerUnderTest bare = new ServerUnderTest(server, port, "/produce", key);
          ServerUnderTest accepting =
              new ServerUnderTest(product.child(), product.port(), "/v1/batch", key);
          compare(bare, accepting, figures);
          product.child().resume();
          product.requireAccepted(accepting.messages());
        }
      }
    }
  }

  private Child baseline(ClusterSetup cluster, Product like, int port) throws IOException {
    List<String> command =
        setup
            .programs()
            .own(
                ProducerServer.class,
                Programs.jvmOptions(like.child().pid()),
                Integer.toString(port),
                cluster.broker().address(),
                BASELINE_TOPIC,
                Integer.toString(ClusterSetup.PARTITIONS));
    return Child.start("the baseline", command, Map.of(), setup.output("baseline"));
  }

  private void compare(ServerUnderTest bare, ServerUnderTest accepting, ObjectNode figures)
      throws IOException, InterruptedException {
    GeneratorProcess generator = setup.generator();
    bare.warmUp(generator, CELL, setup.warmUp());
    accepting.warmUp(generator, CELL, setup.warmUp());
    List<Round> bareRounds = new ArrayList<>();
    List<Round> productRounds = new ArrayList<>();
    Rounds rounds = setup.rounds("kafka_accept");
    Duration length = Duration.ofSeconds(setup.isQuick() ? 1 : 5);
    for (int i = 0; i < rounds.count(); i++) {
      rounds.begin();
      Round a = bare.run(generator, CELL, length);
      Round b = accepting.run(generator, CELL, length);
      bareRounds.add(a);
      productRounds.add(b);
      double ratio =
          rounds.add(
              "kafka_accept_ratio", b.load().messagesPerSecond() / a.load().messagesPerSecond());
      rounds.end(
          "bare producer %,.0f messages/s, product %,.0f, ratio %.2f"
              .formatted(a.load().messagesPerSecond(), b.load().messagesPerSecond(), ratio));
    }
    double ratio = rounds.publish(figures, "kafka_accept_ratio");
    rounds.publishSteal(figures);
    figures.put("kafka_accept_met", ratio >= TARGET);
    ObjectNode details = figures.putObject("kafka_accept");
    details.set("baseline", Results.tree(Figures.of(bareRounds)));
    details.set("product", Results.tree(Figures.of(productRounds)));
  }
}
