package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The primary of PostgreSQL is killed under load, and its standby takes over. Nodes accept and
 * deliver all the time, and go on with the standby.
 */
class DatabaseFailoverIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final String SOURCE = "{\"name\":\"Late\",\"type\":\"web\"}";
  private static final String WENT_BACK = "The database has lost delivery cursors";

  @TempDir Path folder;

  private final CountingReceiver well = CountingReceiver.open(1, 0);
  private final CountingReceiver failing = CountingReceiver.open(2, 100);

  @AfterEach
  void closeReceivers() {
    well.close();
    failing.close();
  }

  @Test
  void synchronousStandby_takesOver_andNothingGoesBack() {
    try (ReplicatedPostgres database = new ReplicatedPostgres(folder, true);
        KafkaCluster brokers = KafkaCluster.start(BrokerVersion.V4_3, 1);
        KafkaNodes nodes = new KafkaNodes(folder, brokers, database.setting());
        ClusterLoad load = startNodes(nodes)) {
      awaitMore(200);
      failOver(database, nodes);
      awaitEverything(database, load);
      assertThat(nodes.all())
          .allSatisfy(
              node ->
                  assertThat(node.printed())
                      .noneMatch(line -> line.contains(WENT_BACK))
                      .noneMatch(line -> line.contains("has claimed the deliveries")));
      assertThat(well.requests()).as("without repeats").isEqualTo(well.ids().size());
    }
  }

  @Test
  void standbyThatLagged_takesOver_andDeliveriesAreRepeatedButNotLost() {
    try (ReplicatedPostgres database = new ReplicatedPostgres(folder, false);
        KafkaCluster brokers = KafkaCluster.start(BrokerVersion.V4_3, 1);
        KafkaNodes nodes = new KafkaNodes(folder, brokers, database.setting());
        ClusterLoad load = startNodes(nodes)) {
      awaitMore(200);
      database.detachStandby();
      awaitMore(400);
      failOver(database, nodes);
      await()
          .atMost(TIMEOUT)
          .until(() -> nodes.all().stream().allMatch(node -> printed(node, WENT_BACK)));
      awaitMore(200);
      // what is saved by now must be enough for whoever continues
      for (String name : List.of("one", "two")) {
        nodes.kill(name);
        nodes.start(name);
      }
      awaitEverything(database, load);
    }
  }

  private ClusterLoad startNodes(KafkaNodes nodes) {
    ChildServer first = nodes.start("one");
    first.createDestination(well.url());
    first.createDestination(failing.url());
    nodes.start("two");
    nodes.awaitShared();
    ClusterLoad load = new ClusterLoad(nodes, first.writeKey());
    load.start();
    return load;
  }

  /** Waits until another number of messages are delivered. */
  private void awaitMore(int messages) {
    int before = well.ids().size();
    await().atMost(TIMEOUT).until(() -> well.ids().size() >= before + messages);
  }

  private void failOver(ReplicatedPostgres database, KafkaNodes nodes) {
    database.killPrimary();
    await().atMost(TIMEOUT).until(() -> createSource(nodes) == 503);
    awaitMore(200);
    assertThat(nodes.all())
        .allSatisfy(node -> assertThat(node.get("/health/ready").statusCode()).isEqualTo(200));
    database.promote();
    await().atMost(TIMEOUT).until(() -> createSource(nodes) == 201);
  }

  private static int createSource(KafkaNodes nodes) {
    return nodes.any().admin("POST", "/api/sources", SOURCE).statusCode();
  }

  private static boolean printed(ChildServer node, String text) {
    return node.printed().stream().anyMatch(line -> line.contains(text));
  }

  private void awaitEverything(ReplicatedPostgres database, ClusterLoad load) {
    load.stop();
    failing.fail(0);
    for (CountingReceiver receiver : List.of(well, failing)) {
      load.awaitDelivered(receiver, TIMEOUT);
    }
    int all = load.acknowledged().size();
    await().atMost(TIMEOUT).until(() -> database.standby().savedPositions() >= all);
  }
}
