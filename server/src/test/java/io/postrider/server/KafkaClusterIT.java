package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaCluster;
import io.postrider.server.database.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes in their own processes share the partitions of one log: one joins, is killed, is paused
 * past its session, or stops. Every acknowledged message is delivered.
 */
class KafkaClusterIT {

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

  private KafkaNodes nodes(String topic) {
    return new KafkaNodes(
        folder, brokers.bootstrap(), POSTGRES.setting(), "--log.kafka.topic=" + topic);
  }

  /** Waits until two nodes deliver all partitions between them, each some. */
  private static void awaitShared(ChildServer one, ChildServer other) {
    await()
        .atMost(TIMEOUT)
        .until(
            () -> {
              Set<Integer> all = new TreeSet<>(KafkaNodes.owned(one));
              int ofOne = all.size();
              int ofOther = KafkaNodes.owned(other).size();
              all.addAll(KafkaNodes.owned(other));
              return ofOne > 0
                  && ofOther > 0
                  && ofOne + ofOther == all.size()
                  && all.size() == KafkaNodes.PARTITIONS;
            });
  }

  private static void awaitAll(ChildServer node) {
    await().atMost(TIMEOUT).until(() -> KafkaNodes.owned(node).size() == KafkaNodes.PARTITIONS);
  }

  @Test
  void nodesShareThePartitions_andTakeOverFromOneThatIsKilledOrStops() {
    try (CountingReceiver receiver = CountingReceiver.open(1, 0);
        KafkaNodes nodes = nodes("moving")) {
      ChildServer one = nodes.start("one");
      String writeKey = one.writeKey();
      one.createDestination(receiver.url());
      awaitAll(one);
      nodes.send(one, writeKey, 10);

      ChildServer two = nodes.start("two");
      awaitShared(one, two);
      nodes.send(one, writeKey, 10);
      nodes.send(two, writeKey, 10);
      await().atMost(TIMEOUT).until(() -> nodes.missing(receiver).isEmpty());
      long afterJoin = nodes.repeats(receiver);

      nodes.send(one, writeKey, 10);
      one.kill();
      nodes.send(two, writeKey, 10);
      awaitAll(two);
      await().atMost(TIMEOUT).until(() -> nodes.missing(receiver).isEmpty());
      long afterKill = nodes.repeats(receiver);

      ChildServer three = nodes.start("three");
      awaitShared(two, three);
      nodes.send(two, writeKey, 10);
      assertThat(two.terminate()).isZero();
      awaitAll(three);
      nodes.send(three, writeKey, 10);
      await().atMost(TIMEOUT).until(() -> nodes.missing(receiver).isEmpty());
      System.out.printf(
          "KafkaClusterIT: %d requests; repeats: %d after a join, %d after a kill, %d after a"
              + " stop%n",
          receiver.requests(),
          afterJoin,
          afterKill - afterJoin,
          nodes.repeats(receiver) - afterKill);
    }
  }

  @Test
  void nodeThatWasPausedPastItsSession_sendsNothingThatOthersSent() {
    try (CountingReceiver receiver = CountingReceiver.open(1, 0);
        KafkaNodes nodes = nodes("pausing")) {
      ChildServer one = nodes.start("one");
      String writeKey = one.writeKey();
      one.createDestination(receiver.url());
      ChildServer two = nodes.start("two");
      awaitShared(one, two);
      nodes.send(two, writeKey, 5);
      await().atMost(TIMEOUT).until(() -> nodes.missing(receiver).isEmpty());

      one.command("kill", "-STOP");
      Set<String> meanwhile = nodes.send(two, writeKey, 20);
      awaitAll(two);
      await().atMost(TIMEOUT).until(() -> nodes.missing(receiver).isEmpty());
      one.command("kill", "-CONT");
      awaitShared(one, two);
      nodes.send(one, writeKey, 5);
      await().atMost(TIMEOUT).until(() -> nodes.missing(receiver).isEmpty());

      assertThat(meanwhile).hasSize(200).allMatch(id -> receiver.answered(id) == 1);
    }
  }
}
