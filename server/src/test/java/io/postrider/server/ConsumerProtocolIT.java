package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaCluster;
import io.postrider.server.database.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes that share partitions by the newer group protocol, where the brokers decide when a
 * silent node has lost its partitions.
 */
class ConsumerProtocolIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @TempDir Path folder;

  @Test
  void partitionsOfAKilledNode_areDeliveredByTheOther() {
    try (KafkaCluster brokers = KafkaCluster.start(BrokerVersion.V4_3, 1);
        CountingReceiver receiver = CountingReceiver.open(1, 0);
        KafkaNodes nodes = new KafkaNodes(folder, brokers, POSTGRES.setting())) {
      // the brokers decide, after 4 seconds; the setting has no effect
      String[] protocol = {"--cluster.protocol=consumer", "--cluster.session-timeout=5m"};
      ChildServer one = nodes.start("one", protocol);
      one.createDestination(receiver.url());
      nodes.start("two", protocol);
      nodes.awaitShared();
      try (ClusterLoad load = new ClusterLoad(nodes, one.writeKey())) {
        load.start();
        await().atMost(TIMEOUT).until(() -> receiver.ids().size() >= 100);
        nodes.kill("two");
        nodes.awaitShared();
        int before = load.acknowledged().size();
        await().atMost(TIMEOUT).until(() -> load.acknowledged().size() >= before + 100);
        load.stop();
        load.awaitDelivered(receiver, TIMEOUT);
      }
      assertThat(one.get("/health/ready").statusCode()).isEqualTo(200);
    }
  }
}
