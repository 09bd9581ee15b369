package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes are upgraded under load, one after the other, and one of them goes back. Meanwhile the
 * version before and this one share the log, the database and the partitions.
 */
class RollingUpgradeIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private static final String SOURCE = "{'name':'Shop','type':'web'}";
  private static final String BATCH =
      "{\"batch\":[{\"type\":\"track\",\"event\":\"E\",\"userId\":\"u\"}]}";

  @TempDir Path folder;

  @Test
  void versionsBesideEachOther_acceptDeliverAndShareChanges() {
    PreviousVersion previous = PreviousVersion.build();
    System.out.println("RollingUpgradeIT: from " + previous.commit());
    String old = "-cp " + previous.classPath();
    RestartablePostgres database = new RestartablePostgres(folder.resolve("database"));
    database.start();
    try (database;
        KafkaCluster brokers = KafkaCluster.start(BrokerVersion.V4_3, 1);
        CountingReceiver first = CountingReceiver.open(1, 0);
        CountingReceiver second = CountingReceiver.open(2, 0);
        CountingReceiver third = CountingReceiver.open(3, 0);
        KafkaNodes nodes = new KafkaNodes(folder, brokers, database.setting())) {
      ChildServer oldest = nodes.start("one", old);
      oldest.createDestination(first.url());
      nodes.start("two", old);
      try (ClusterLoad load = new ClusterLoad(nodes, oldest.writeKey())) {
        load.start();
        awaitDelivered(nodes, load, first);

        restart(nodes, "one");
        awaitDelivered(nodes, load, first);
        changesReachBoth(nodes, second);
        awaitDelivered(nodes, load, second);

        restart(nodes, "two");
        awaitDelivered(nodes, load, second);

        restart(nodes, "one", old);
        assertThat(nodes.find("one").printed())
            .as("the migrations of the two versions differ")
            .anyMatch(line -> line.contains("A newer version of this program has migrated"));
        changesReachBoth(nodes, third);
        awaitDelivered(nodes, load, third);

        load.stop();
        load.awaitDelivered(first, TIMEOUT);
      }
      assertThat(nodes.all())
          .allSatisfy(
              node -> assertThat(node.printed()).noneMatch(line -> line.contains(" ERROR ")));
    }
  }

  private static void restart(KafkaNodes nodes, String name, String... flags) {
    assertThat(nodes.find(name).printed()).noneMatch(line -> line.contains(" ERROR "));
    assertThat(nodes.terminate(name)).isZero();
    nodes.start(name, flags);
  }

  /** Waits until both nodes have partitions, and what they accept from now on is delivered. */
  private static void awaitDelivered(
      KafkaNodes nodes, ClusterLoad load, CountingReceiver receiver) {
    nodes.awaitShared();
    Set<String> before = load.acknowledged();
    await().atMost(TIMEOUT).until(() -> load.acknowledged().size() >= before.size() + 200);
    Set<String> expected = new HashSet<>(load.acknowledged());
    expected.removeAll(before);
    await().atMost(TIMEOUT).until(() -> receiver.ids().containsAll(expected));
  }

  /** What one node changes is in force on the other. */
  private static void changesReachBoth(KafkaNodes nodes, CountingReceiver receiver) {
    ChildServer one = nodes.find("one");
    ChildServer two = nodes.find("two");
    String destination = one.createDestination(receiver.url());
    String key = two.api("POST", "/api/sources", SOURCE).path("writeKey").asText();
    await().atMost(TIMEOUT).until(() -> one.acceptsBatch(BATCH, key));
    await()
        .atMost(TIMEOUT)
        .until(
            () -> two.admin("GET", "/api/destinations/" + destination, null).statusCode() == 200);
  }
}
