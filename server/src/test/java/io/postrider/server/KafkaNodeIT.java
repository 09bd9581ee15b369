package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaCluster;
import io.postrider.server.database.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One node whose log is on a real broker: accepts, delivers, restarts and is killed. */
class KafkaNodeIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();
  private static KafkaCluster brokers;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() {
    brokers = KafkaCluster.start(BrokerVersion.V4_3, 1);
  }

  @AfterAll
  static void stopBroker() {
    brokers.close();
  }

  @Test
  void acknowledgedMessages_areDelivered_acrossAStopAndAKill() {
    try (CountingReceiver receiver = CountingReceiver.open(1, 0);
        KafkaNodes nodes = new KafkaNodes(folder, brokers.bootstrap(), POSTGRES.setting())) {
      ChildServer node = nodes.start("one");
      String writeKey = node.writeKey();
      node.createDestination(receiver.url());
      nodes.send(node, writeKey, 20);
      await().atMost(TIMEOUT).until(() -> nodes.missing(receiver).isEmpty());
      assertThat(node.terminate()).isZero();
      assertThat(nodes.repeats(receiver)).isZero();

      ChildServer restarted = nodes.start("one");
      Set<String> accepted = nodes.send(restarted, writeKey, 20);
      assertThat(accepted).hasSize(200);
      restarted.kill();

      ChildServer last = nodes.start("one");
      await().atMost(TIMEOUT).until(() -> nodes.missing(receiver).isEmpty());
      assertThat(last.get("/health/ready").statusCode()).isEqualTo(200);
      await().atMost(TIMEOUT).until(() -> last.calls() >= 400);
      assertThat(last.api("/api/messages/m1").path("data").isEmpty()).isFalse();
      System.out.printf(
          "KafkaNodeIT: %d requests, %d repeats after a kill%n",
          receiver.requests(), nodes.repeats(receiver));
    }
  }
}
