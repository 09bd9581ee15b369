package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaBroker;
import io.postrider.log.kafka.KafkaCluster;
import io.postrider.server.delivery.TestReceiver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Three brokers, a PostgreSQL server and three nodes, all in their own processes; a load; a
 * receiver that is well, a slow one and one that fails every request; an audience and deletions.
 * Confined to the test's thread.
 */
final class FaultyCluster implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final int BROKERS = 3;
  private static final List<String> NODES = List.of("one", "two", "three");

  final CountingReceiver well = CountingReceiver.open(1, 0);
  final KafkaNodes nodes;
  final ClusterLoad load;

  private final CountingReceiver slow = CountingReceiver.open(2, 0);
  private final CountingReceiver failing = CountingReceiver.open(3, 100);
  private final TestReceiver audience = TestReceiver.open();
  private final KafkaCluster brokers = KafkaCluster.start(BrokerVersion.V4_3, BROKERS);
  private final RestartablePostgres database;
  private final int messagesWithoutDatabase;
  private final List<String> deletions = new ArrayList<>();

  /**
   * @param messagesWithoutDatabase how many messages must be accepted and delivered while
   *     PostgreSQL is away
   */
  FaultyCluster(Path folder, int messagesWithoutDatabase) {
    this.messagesWithoutDatabase = messagesWithoutDatabase;
    database = new RestartablePostgres(folder.resolve("postgres"));
    database.start();
    nodes = new KafkaNodes(folder, brokers, database.setting());
    ChildServer first = nodes.start(NODES.getFirst());
    load = new ClusterLoad(nodes, first.writeKey());
    slow.delay(Duration.ofMillis(500));
    for (CountingReceiver receiver : List.of(well, slow, failing)) {
      first.createDestination(receiver.url());
    }
    first.api(
        "POST",
        "/api/audiences",
        ("{'name':'All','destinations':['%s'],"
                + "'definition':{'event':'E','count':{'op':'at_least','value':1}}}")
            .formatted(first.createDestinationWithoutSource(audience.url("/hook"))));
    NODES.stream().skip(1).forEach(nodes::start);
    nodes.awaitShared();
    load.start();
  }

  KafkaBroker broker(int index) {
    return brokers.brokers().get(index % BROKERS);
  }

  /** Waits until all brokers serve. */
  void awaitBrokers() {
    brokers.awaitBrokers(BROKERS);
  }

  int messagesWithoutDatabase() {
    return messagesWithoutDatabase;
  }

  RestartablePostgres database() {
    return database;
  }

  /** Begins to delete a user, so that a deletion is under way. */
  void deleteSomeone() {
    String user = "gone-" + deletions.size();
    nodes.any().regulate("DELETE_ONLY", user);
    deletions.add(user);
  }

  /** Waits until another number of messages are acknowledged, and all so far are delivered. */
  void awaitMore(int messages) {
    int before = load.acknowledged().size();
    await().atMost(TIMEOUT).until(() -> load.acknowledged().size() >= before + messages);
    Set<String> expected = load.acknowledged();
    await().atMost(TIMEOUT).until(() -> well.ids().containsAll(expected));
  }

  /** Waits until all nodes are there, share the partitions, and deliver. */
  void awaitRecovery() {
    nodes.awaitShared();
    awaitMore(100);
  }

  /** Ends the load, lets the receivers recover, and waits until everything has arrived. */
  void awaitEverything() {
    load.stop();
    slow.delay(Duration.ZERO);
    failing.fail(0);
    for (CountingReceiver receiver : List.of(well, slow, failing)) {
      load.awaitDelivered(receiver, TIMEOUT);
      await().atMost(TIMEOUT).until(() -> deleted(receiver).containsAll(deletions));
    }
    await().atMost(TIMEOUT).until(() -> members().containsAll(load.users()));
    await().atMost(TIMEOUT).until(() -> unfinished() == 0);
  }

  private Set<String> deleted(CountingReceiver receiver) {
    Set<String> deleted = new TreeSet<>(deletions);
    deleted.removeIf(user -> receiver.answered(CountingReceiver.deleteOf(user)) == 0);
    return deleted;
  }

  /** The users whose entry into the audience arrived. */
  private Set<String> members() {
    Set<String> members = new HashSet<>();
    for (var received : audience.received()) {
      JsonNode message = TestNode.parse(new String(received.body(), StandardCharsets.UTF_8));
      members.add(message.path("userId").asText());
    }
    return members;
  }

  private long unfinished() {
    return nodes
        .any()
        .api("/api/regulations")
        .path("data")
        .valueStream()
        .filter(regulation -> !regulation.path("status").asText().equals("FINISHED"))
        .count();
  }

  /** Asserts that all nodes answer for a message that any of them delivered. */
  void assertSameStory(String id) {
    for (ChildServer node : nodes.all()) {
      assertThat(node.get("/health/ready").statusCode()).isEqualTo(200);
      await().atMost(TIMEOUT).until(() -> !node.api("/api/messages/" + id).path("data").isEmpty());
    }
  }

  /** How many requests repeated a message that was answered before. */
  long repeats() {
    return well.requests() - well.ids().size();
  }

  @Override
  public void close() {
    load.close();
    nodes.close();
    brokers.close();
    database.close();
    audience.close();
    failing.close();
    slow.close();
    well.close();
  }
}
