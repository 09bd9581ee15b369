package io.postrider.server;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import io.postrider.log.kafka.KafkaCluster;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Nodes in their own processes that share a log on Kafka and a database. Nodes are started and
 * stopped on the test's thread; any thread may ask which ones run.
 */
final class KafkaNodes implements AutoCloseable {

  static final int PARTITIONS = 6;

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final String OWNED = "This node delivers partitions [";

  private final Path folder;
  private final String database;
  private final String[] flags;
  private final Map<String, String> environment;
  private final Map<String, ChildServer> running = new ConcurrentSkipListMap<>();

  KafkaNodes(Path folder, KafkaCluster brokers, String database) {
    this.folder = folder;
    this.database = database;
    this.environment = Map.of("POSTRIDER_DATABASE_URL", database);
    int replicas = brokers.brokers().size();
    this.flags =
        new String[] {
          "--log.engine=kafka",
          "--log.kafka.bootstrap=" + brokers.bootstrap(),
          "--log.kafka.partitions=" + PARTITIONS,
          "--log.kafka.replication=" + replicas,
          "--log.kafka.min-in-sync=" + Math.max(1, replicas - 1),
          "--secrets.key=" + "A".repeat(43) + "=",
          "--cluster.session-timeout=6s",
          "--delivery.allow-networks=127.0.0.0/8",
          "--delivery.retry-first-delay=50ms",
          "--delivery.retry-max-delay=1s",
          "--delivery.probe-interval=1s",
          "--http.event-loops=2"
        };
  }

  /** Starts a node with a folder of its own, or one that ended with the same folder. */
  ChildServer start(String name, String... more) {
    String[] all = Stream.concat(Arrays.stream(flags), Arrays.stream(more)).toArray(String[]::new);
    ChildServer node = ChildServer.start(folder.resolve(name), environment, all);
    running.put(name, node);
    return node;
  }

  /**
   * Runs a command in this process, with the settings of all nodes and a data folder; returns its
   * exit code.
   */
  int run(String command, String name, PrintWriter err) {
    List<String> arguments =
        new ArrayList<>(List.of(command, "--data", folder.resolve(name).toString()));
    arguments.addAll(List.of(flags));
    arguments.add("--admin.token=0123456789abcdef");
    arguments.add("--database.url=" + database);
    return RootCommand.commandLine().setErr(err).execute(arguments.toArray(String[]::new));
  }

  /** Kills a node with SIGKILL. */
  void kill(String name) {
    ChildServer node = remove(name);
    node.kill();
    node.close();
  }

  /** Stops a node with SIGTERM; returns its exit code. */
  int terminate(String name) {
    try (ChildServer node = remove(name)) {
      return node.terminate();
    }
  }

  /** A node that is treated as gone until it is {@link #add}ed again. */
  ChildServer remove(String name) {
    return requireNonNull(running.remove(name));
  }

  void add(String name, ChildServer node) {
    running.put(name, node);
  }

  /** The names of the nodes that run. */
  List<String> names() {
    return List.copyOf(running.keySet());
  }

  /** The nodes that run. */
  List<ChildServer> all() {
    return List.copyOf(running.values());
  }

  ChildServer find(String name) {
    return requireNonNull(running.get(name));
  }

  ChildServer any() {
    return all().getFirst();
  }

  /** Waits until the nodes that run deliver all partitions between them, each some. */
  void awaitShared() {
    await()
        .atMost(TIMEOUT)
        .until(
            () -> {
              List<Set<Integer>> owned = all().stream().map(KafkaNodes::owned).toList();
              Set<Integer> union = new HashSet<>();
              owned.forEach(union::addAll);
              return union.size() == PARTITIONS
                  && owned.stream().noneMatch(Set::isEmpty)
                  && owned.stream().mapToInt(Set::size).sum() == PARTITIONS;
            });
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

  @Override
  public void close() {
    running.values().forEach(ChildServer::close);
  }
}
