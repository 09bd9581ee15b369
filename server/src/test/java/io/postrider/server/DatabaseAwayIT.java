package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaCluster;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes that deliver and one that only shows, on Kafka: it shows and orders what the others
 * deliver. Then their database stops, one of them dies, and the database starts again.
 */
class DatabaseAwayIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final String SOURCE = "{\"name\":\"Late\",\"type\":\"web\"}";

  @TempDir Path folder;

  @Test
  void changesAreRefused_deliveriesGoOn_andAreSavedAfterwards() {
    RestartablePostgres database = new RestartablePostgres(folder.resolve("database"));
    database.start();
    try (database;
        KafkaCluster brokers = KafkaCluster.start(BrokerVersion.V4_3, 1);
        CountingReceiver receiver = CountingReceiver.open(1, 0);
        KafkaNodes nodes = new KafkaNodes(folder, brokers, database.setting())) {
      ChildServer node = nodes.start("one");
      String destination = "/api/destinations/" + node.createDestination(receiver.url());
      ChildServer pages = nodes.start("two", "--roles=collect,control");
      ChildServer killed = nodes.start("three", "--roles=collect,deliver");
      await().atMost(TIMEOUT).until(() -> !KafkaNodes.owned(killed).isEmpty());
      try (ClusterLoad load = new ClusterLoad(nodes, node.writeKey())) {
        load.start();
        await().atMost(TIMEOUT).until(() -> receiver.ids().size() >= 50);
        showsAndOrders(pages, destination, receiver);
        showsRejected(node, pages);

        database.stop();
        await()
            .atMost(TIMEOUT)
            .until(() -> node.get("/health/ready").body().contains("The database is unavailable."));
        assertThat(node.get("/health/ready").statusCode()).isEqualTo(200);
        int delivered = receiver.ids().size();
        await().atMost(TIMEOUT).until(() -> receiver.ids().size() >= delivered + 200);
        int orphans = KafkaNodes.owned(killed).size();
        nodes.kill("three");
        await().atMost(TIMEOUT).until(() -> unowned(node) == orphans);
        HttpResponse<String> refused = node.admin("POST", "/api/sources", SOURCE);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Content-Type"))
            .hasValue("application/problem+json");

        database.start();
        await().atMost(TIMEOUT).until(() -> !node.get("/health/ready").body().contains("warnings"));
        assertThat(node.admin("POST", "/api/sources", SOURCE).statusCode()).isEqualTo(201);
        load.stop();
        load.awaitDelivered(receiver, TIMEOUT);
        // what was delivered meanwhile is settled: a crash from now on repeats none of it
        await()
            .atMost(TIMEOUT)
            .until(() -> database.savedPositions() >= load.acknowledged().size());
      }
    }
  }

  /** The partitions that wait for the database, as metrics have them. */
  private static int unowned(ChildServer node) {
    return node.get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("postrider_partitions_unowned "))
        .mapToInt(line -> (int) Double.parseDouble(line.split(" ", -1)[1]))
        .findFirst()
        .orElseThrow();
  }

  /** What a node shows and orders that delivers nothing itself. */
  private static void showsAndOrders(
      ChildServer pages, String destination, CountingReceiver receiver) {
    String message = receiver.ids().iterator().next();
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () ->
                assertThat(
                        pages
                            .api("/api/messages/" + message)
                            .at("/data/0/destinations/0/state")
                            .asText())
                    .isEqualTo("delivered"));
    assertThat(pages.api(destination + "/deliveries").path("data").isEmpty()).isFalse();
    assertThat(pages.admin("POST", destination + "/try-now", null).statusCode()).isEqualTo(200);
    pages.api("POST", destination + "/replays", "{'messageId':'%s'}".formatted(message));
    await()
        .atMost(TIMEOUT)
        .until(
            () ->
                pages
                    .api(destination + "/replays")
                    .at("/data/0/state")
                    .asText()
                    .equals("finished"));
    assertThat(receiver.answered(message)).isEqualTo(2);
  }

  /** A call that one node rejects is shown by the other. */
  private static void showsRejected(ChildServer node, ChildServer pages) {
    assertThat(node.track("/v1/track", "{\"userId\":\"rejected\"}").statusCode()).isEqualTo(400);
    await()
        .atMost(TIMEOUT)
        .until(
            () -> {
              HttpResponse<String> answer = pages.admin("GET", "/api/rejected", null);
              return answer.statusCode() == 200 && answer.body().contains("rejected\\\"");
            });
  }
}
