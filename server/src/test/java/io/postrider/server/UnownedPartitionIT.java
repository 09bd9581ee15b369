package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaCluster;
import io.postrider.log.kafka.OwnershipSettings;
import io.postrider.log.kafka.OwnershipSettings.Protocol;
import io.postrider.log.kafka.PassiveMember;
import io.postrider.server.database.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Partitions that the group has taken from a member and given to nobody come to a node. */
class UnownedPartitionIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int HALF = KafkaNodes.PARTITIONS / 2;
  private static final String TOPIC = "postrider";

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @TempDir Path folder;

  private static PassiveMember join(KafkaCluster brokers) {
    return PassiveMember.join(
        brokers.connection(),
        TOPIC,
        new OwnershipSettings(TOPIC, "passive", Protocol.CLASSIC, Duration.ofSeconds(6)));
  }

  @Test
  void partitionsThatTheGroupGaveToNobody_areDelivered() {
    try (KafkaCluster brokers = KafkaCluster.start(BrokerVersion.V4_3, 1);
        KafkaNodes nodes = new KafkaNodes(folder, brokers, POSTGRES.setting())) {
      nodes.start("one");
      assertThat(nodes.terminate("one")).as("the topic exists").isZero();
      try (PassiveMember ending = join(brokers)) {
        await().atMost(TIMEOUT).until(() -> ending.assigned() == KafkaNodes.PARTITIONS);
        ChildServer one = nodes.start("one");
        ending.awaitRevoked();
        try (PassiveMember returned = join(brokers)) {
          await().atMost(TIMEOUT).until(() -> KafkaNodes.owned(one).size() == HALF);
          assertThat(returned.assigned()).isEqualTo(HALF);
          assertThat(one.printed())
              .anyMatch(line -> line.contains("asking the group to assign them again"));
        }
      }
    }
  }
}
