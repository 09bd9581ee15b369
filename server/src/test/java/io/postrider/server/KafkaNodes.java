package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Nodes in their own processes that share a log on Kafka and a database. Confined to the test's
 * thread, but for sending.
 */
final class KafkaNodes implements AutoCloseable {

  static final int PARTITIONS = 6;

  private static final String OWNED = "This node delivers partitions [";

  private final Path folder;
  private final List<String> flags = new ArrayList<>();
  private final Map<String, String> environment;
  private final List<ChildServer> started = new ArrayList<>();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private int ids;

  KafkaNodes(Path folder, String bootstrap, String database, String... more) {
    this.folder = folder;
    this.environment = Map.of("POSTRIDER_DATABASE_URL", database);
    flags.addAll(
        List.of(
            "--log.engine=kafka",
            "--log.kafka.bootstrap=" + bootstrap,
            "--log.kafka.partitions=" + PARTITIONS,
            "--log.kafka.replication=1",
            "--log.kafka.min-in-sync=1",
            "--secrets.key=" + "A".repeat(43) + "=",
            "--cluster.session-timeout=6s",
            "--delivery.allow-networks=127.0.0.0/8",
            "--delivery.retry-first-delay=50ms",
            "--delivery.timeout=60s",
            "--http.event-loops=2"));
    flags.addAll(Arrays.asList(more));
  }

  /** Starts a node with a folder of its own. */
  ChildServer start(String name) {
    ChildServer node =
        ChildServer.start(folder.resolve(name), environment, flags.toArray(String[]::new));
    started.add(node);
    return node;
  }

  /** The partitions that a node said it delivers, last. */
  static Set<Integer> owned(ChildServer node) {
    return node.printed().reversed().stream()
        .filter(line -> line.contains(OWNED))
        .findFirst()
        .map(KafkaNodes::numbers)
        .orElse(Set.of());
  }

  private static Set<Integer> numbers(String line) {
    String list = line.substring(line.indexOf(OWNED) + OWNED.length(), line.indexOf(']'));
    return Arrays.stream(list.split(","))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .map(Integer::valueOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Sends messages of many users; returns the IDs of those that were acknowledged. */
  Set<String> send(ChildServer node, String writeKey, int batches) {
    Set<String> sent = new TreeSet<>();
    for (int i = 0; i < batches; i++) {
      List<String> batch = new ArrayList<>();
      for (int j = 0; j < 10; j++) {
        batch.add("m" + ++ids);
      }
      String items =
          batch.stream()
              .map(
                  id ->
                      "{'type':'track','event':'E','userId':'u%d','messageId':'%s'}"
                          .formatted(id.hashCode() % 40, id))
              .collect(Collectors.joining(","))
              .replace('\'', '"');
      try {
        if (node.track("/v1/batch", "{\"batch\":[" + items + "]}", writeKey).statusCode() == 200) {
          sent.addAll(batch);
        }
      } catch (UncheckedIOException killed) {
        break;
      }
    }
    acknowledged.addAll(sent);
    return sent;
  }

  /** What was acknowledged and a receiver has not answered yet. */
  Set<String> missing(CountingReceiver receiver) {
    Set<String> missing = new TreeSet<>(acknowledged);
    missing.removeAll(receiver.ids());
    return missing;
  }

  /** How many messages a receiver got again. */
  long repeats(CountingReceiver receiver) {
    assertThat(missing(receiver)).isEmpty();
    return receiver.requests() - receiver.ids().size();
  }

  @Override
  public void close() {
    started.forEach(ChildServer::close);
  }
}
