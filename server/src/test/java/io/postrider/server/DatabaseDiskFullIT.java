package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaCluster;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk of PostgreSQL fills up under load: first that of its tables, which it survives, then
 * that of its log, which ends it. Nodes accept and deliver meanwhile, and recover when there is
 * room.
 */
class DatabaseDiskFullIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final String SOURCE = "{\"name\":\"Late\",\"type\":\"web\"}";

  @TempDir Path folder;

  private final CountingReceiver receiver = CountingReceiver.open(1, 0);

  @AfterEach
  void closeReceiver() {
    receiver.close();
  }

  @Test
  void fullDiskOfTables_refusesChanges_andDeliveriesGoOn() {
    Path data = folder.resolve("data");
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 128);
        RestartablePostgres database = created(data)) {
      disk.take(data.resolve("base"));
      database.start();
      underLoad(
          database,
          node -> {
            disk.fill();
            awaitRefusal(node, "The disk of the database is full");
            awaitMore(300);
            assertThat(node.get("/health/ready").statusCode()).isEqualTo(200);
            disk.free();
          });
    }
  }

  @Test
  void fullDiskOfTheWriteAheadLog_endsTheServer_andDeliveriesGoOn() {
    Path data = folder.resolve("data");
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 80);
        RestartablePostgres database = created(data)) {
      disk.take(data.resolve("pg_wal"));
      database.start();
      underLoad(
          database,
          node -> {
            disk.fill();
            await().atMost(TIMEOUT).until(() -> !database.switchesLog());
            awaitRefusal(node, "The database is unavailable");
            awaitMore(300);
            assertThat(node.get("/health/ready").statusCode()).isEqualTo(200);
            disk.free();
            database.stop();
            database.start();
          });
    }
  }

  /** A server with its data, stopped. */
  private static RestartablePostgres created(Path data) {
    RestartablePostgres database =
        new RestartablePostgres(data, Map.of("min_wal_size", "32MB", "max_wal_size", "32MB"));
    database.start();
    database.stop();
    return database;
  }

  /** Lets a node accept and deliver, before and after a trouble; nothing may be lost. */
  private void underLoad(RestartablePostgres database, Consumer<ChildServer> trouble) {
    try (KafkaCluster brokers = KafkaCluster.start(BrokerVersion.V4_3, 1);
        KafkaNodes nodes = new KafkaNodes(folder, brokers, database.setting())) {
      ChildServer node = nodes.start("one");
      node.createDestination(receiver.url());
      try (ClusterLoad load = new ClusterLoad(nodes, node.writeKey())) {
        load.start();
        awaitMore(100);
        trouble.accept(node);
        await()
            .atMost(TIMEOUT)
            .until(() -> node.admin("POST", "/api/sources", SOURCE).statusCode() == 201);
        load.stop();
        load.awaitDelivered(receiver, TIMEOUT);
        int all = load.acknowledged().size();
        await().atMost(TIMEOUT).until(() -> database.savedPositions() >= all);
        assertThat(node.printed()).noneMatch(line -> line.contains(" ERROR "));
        assertThat(receiver.requests()).as("without repeats").isEqualTo(receiver.ids().size());
      }
    }
  }

  /** Makes changes until one is refused. */
  private static void awaitRefusal(ChildServer node, String reason) {
    await()
        .atMost(TIMEOUT)
        .until(
            () -> {
              HttpResponse<String> answer = node.admin("POST", "/api/sources", SOURCE);
              return answer.statusCode() == 503 && answer.body().contains(reason);
            });
  }

  /** Waits until another number of messages are delivered. */
  private void awaitMore(int messages) {
    int before = receiver.ids().size();
    await().atMost(TIMEOUT).until(() -> receiver.ids().size() >= before + messages);
  }
}
