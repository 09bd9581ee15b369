package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.kafka.BrokerFinding.Level;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What brokers say to somebody who only asks. */
@Timeout(120)
final class KafkaProbeIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static KafkaCluster cluster;

  @BeforeAll
  static void start() {
    cluster = KafkaCluster.start(BrokerVersion.V4_3, 1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static TopicSettings topic(String name, int partitions, int replication) {
    return new TopicSettings(
        name, partitions, (short) replication, Math.max(1, replication - 1), Duration.ofDays(7));
  }

  private static List<BrokerFinding> ask(TopicSettings... topics) {
    return KafkaProbe.ask(cluster.connection(), List.of(topics), KafkaLogOptions.DEFAULT, PATIENCE);
  }

  private static Set<String> topics() throws Exception {
    return cluster.admin().listTopics().names().get(30, TimeUnit.SECONDS);
  }

  @Test
  void absentTopic_isNotCreated() throws Exception {
    List<BrokerFinding> found = ask(topic("absent", 12, 1));
    assertThat(found)
        .extracting(BrokerFinding::level)
        .containsExactly(Level.GOOD, Level.GOOD, Level.DOUBTFUL);
    assertThat(found.getFirst().text()).isEqualTo("One broker answers.");
    assertThat(found.get(1).text())
        .isEqualTo(
            "It does not exist; the first start creates it. Partitions: 12; replicas: 1; in sync at"
                + " least: 1; retention: 7 days.");
    assertThat(found.getLast().text()).contains("on one broker");
    assertThat(topics()).doesNotContain("absent");
  }

  @Test
  void tooFewBrokers_areNamed() {
    BrokerFinding found = ask(topic("absent", 12, 3)).getLast();
    assertThat(found.level()).isEqualTo(Level.BAD);
    assertThat(found.about()).isEqualTo("Kafka topic absent");
    assertThat(found.action()).startsWith("Start more brokers, or lower 'log.kafka.replication'");
  }

  @Test
  void topicOfANode_fits() {
    TopicSettings settings = topic("fits", 3, 1);
    KafkaLog.open(cluster.connection(), settings, KafkaLogOptions.DEFAULT).close();
    BrokerFinding found = ask(settings).get(1);
    assertThat(found.level()).isEqualTo(Level.GOOD);
    assertThat(found.text())
        .isEqualTo("Partitions: 3; replicas: 1; in sync at least: 1; retention: 7 days.");
  }

  @Test
  void topicThatDoesNotFit_isDescribed() {
    String name = cluster.createTopic(2);
    BrokerFinding found = ask(topic(name, 3, 1)).getLast();
    assertThat(found.level()).isEqualTo(Level.BAD);
    assertThat(found.text())
        .contains("it has 2 partitions, 'log.kafka.partitions' is 3", "max.message.bytes is");
    assertThat(found.action())
        .startsWith("Change the topic: kafka-configs --alter --topic " + name);
  }

  @Test
  void silentAddress_isNoBroker() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<BrokerFinding> found =
          KafkaProbe.ask(
              KafkaConnection.plaintext("127.0.0.1:" + silent.getLocalPort()),
              List.of(topic("absent", 1, 1)),
              KafkaLogOptions.DEFAULT,
              Duration.ofSeconds(2));
      assertThat(found).hasSize(1);
      assertThat(found.getFirst().level()).isEqualTo(Level.BAD);
      assertThat(found.getFirst().text()).startsWith("The brokers do not answer: ");
    }
  }
}
