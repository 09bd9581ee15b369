package io.postrider.log.kafka;

import static java.util.stream.Collectors.joining;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * One broker or several that form a cluster, on free ports of this computer, with their data below
 * {@code target}. Tests of other modules may use it. Confined to the test's thread.
 */
public final class KafkaCluster implements AutoCloseable {

  private static final String PLAINTEXT_LISTENERS = "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT";

  private final Path folder;
  private final List<KafkaBroker> brokers = new ArrayList<>();
  private final Admin admin;

  private KafkaCluster(
      BrokerVersion version, int count, Map<String, String> more, IntConsumer portKnown) {
    try {
      folder =
          Files.createTempDirectory(
              Files.createDirectories(Path.of("target").toAbsolutePath()), "kafka-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String clusterId = Uuid.randomUuid().toString();
    List<Integer> ports = freePorts(2 * count);
    portKnown.accept(ports.getFirst());
    String voters =
        IntStream.range(0, count)
            .mapToObj(i -> (i + 1) + "@127.0.0.1:" + ports.get(count + i))
            .collect(joining(","));
    for (int i = 0; i < count; i++) {
      Path own = folder.resolve("broker-" + (i + 1));
      Map<String, String> properties = new LinkedHashMap<>();
      properties.put("node.id", "" + (i + 1));
      properties.put("process.roles", "broker,controller");
      properties.put("controller.quorum.voters", voters);
      properties.put("controller.listener.names", "CONTROLLER");
      properties.put(
          "listeners",
          "PLAINTEXT://127.0.0.1:"
              + ports.get(i)
              + ",CONTROLLER://127.0.0.1:"
              + ports.get(count + i));
      properties.put("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT");
      properties.put("log.dirs", own.resolve("data").toString());
      properties.putAll(small(count));
      more.forEach((key, value) -> properties.merge(key, value, KafkaCluster::joined));
      brokers.add(new KafkaBroker(version, own, ports.get(i), properties));
    }
    brokers.parallelStream().forEach(broker -> broker.format(clusterId));
    brokers.forEach(KafkaBroker::start);
    admin = Admin.create(connection().properties("test-admin"));
    awaitBrokers(count);
  }

  /** What makes brokers small, and quick to notice that a member of a group is gone. */
  private static Map<String, String> small(int count) {
    String replicas = "" + Math.min(3, count);
    return Map.ofEntries(
        Map.entry("num.network.threads", "1"),
        Map.entry("num.io.threads", "2"),
        Map.entry("background.threads", "2"),
        Map.entry("log.cleaner.dedupe.buffer.size", "2097152"),
        Map.entry("offsets.topic.num.partitions", "1"),
        Map.entry("offsets.topic.replication.factor", replicas),
        Map.entry("transaction.state.log.num.partitions", "1"),
        Map.entry("transaction.state.log.replication.factor", replicas),
        Map.entry("group.initial.rebalance.delay.ms", "0"),
        Map.entry("group.min.session.timeout.ms", "500"),
        Map.entry("group.consumer.min.session.timeout.ms", "500"),
        Map.entry("group.consumer.session.timeout.ms", "4000"),
        Map.entry("group.consumer.min.heartbeat.interval.ms", "100"),
        Map.entry("group.consumer.heartbeat.interval.ms", "500"),
        Map.entry("broker.session.timeout.ms", "3000"),
        Map.entry("broker.heartbeat.interval.ms", "500"),
        Map.entry("auto.create.topics.enable", "false"));
  }

  /** Starts a cluster and waits until it is ready. */
  public static KafkaCluster start(BrokerVersion version, int brokers) {
    return new KafkaCluster(version, brokers, Map.of(), port -> {});
  }

  /** Starts one broker that clients reach through a proxy only. */
  static KafkaCluster start(BrokerVersion version, BrokerProxy proxy) {
    return new KafkaCluster(
        version,
        1,
        Map.of("advertised.listeners", "PLAINTEXT://127.0.0.1:" + proxy.port()),
        proxy::forwardTo);
  }

  /**
   * Starts one broker with further listeners, named by their security protocols, and waits until it
   * is ready.
   */
  static KafkaCluster startWithListeners(
      BrokerVersion version, String listeners, Map<String, String> properties) {
    Map<String, String> more = new LinkedHashMap<>(properties);
    more.put("listeners", listeners);
    more.put(
        "listener.security.protocol.map",
        PLAINTEXT_LISTENERS + ",SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL");
    return new KafkaCluster(version, 1, more, port -> {});
  }

  private static List<Integer> freePorts(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return ports;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Listeners join those that are there; any other value replaces the one before. */
  private static String joined(String value, String another) {
    return value.contains("://") ? value + "," + another : another;
  }

  /** Waits until a number of brokers serve. */
  public void awaitBrokers(int count) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(() -> admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).size() == count);
  }

  public String bootstrap() {
    return brokers.stream().map(KafkaBroker::address).collect(joining(","));
  }

  public KafkaConnection connection() {
    return KafkaConnection.plaintext(bootstrap());
  }

  /** The brokers, in the order of their IDs, which begin with 1. */
  public List<KafkaBroker> brokers() {
    return List.copyOf(brokers);
  }

  /** The only broker. */
  public KafkaBroker broker() {
    return brokers.getFirst();
  }

  /** Creates a topic with one replica. */
  public String createTopic(int partitions) {
    String name = "topic-" + Uuid.randomUuid();
    BrokerAnswers.await(
        admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all(),
        Duration.ofSeconds(30));
    return name;
  }

  /** Begins to delete topics; does not wait until they are gone. */
  public void deleteTopics(Collection<String> names) {
    var _ = admin.deleteTopics(names);
  }

  /** Begins to delete the records of a partition before an offset. */
  public void deleteRecords(String topic, int partition, long beforeOffset) {
    var _ =
        admin.deleteRecords(
            Map.of(
                new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(beforeOffset)));
  }

  public Admin admin() {
    return admin;
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
    brokers.forEach(KafkaBroker::close);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
