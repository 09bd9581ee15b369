package io.postrider.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;

/**
 * A Kafka broker in a process of its own, with the JVM options of Kafka's start script and the
 * broker's default settings; only its internal topics have one replica.
 */
final class BrokerProcess implements AutoCloseable {
  private static final List<String> JVM = List.of("-Xmx1g", "-Xms1g", "-XX:+UseG1GC");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final String address;
  private final Child child;
  private final Admin admin;

  private BrokerProcess(String address, Child child) {
    this.address = address;
    this.child = child;
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address));
  }

  /** Starts a broker with its data in a folder, and waits until it serves. */
  static BrokerProcess start(Path root, Path folder, Path output)
      throws IOException, InterruptedException {
    int port = Loopback.freePort();
    Path properties = Files.createDirectories(folder).resolve("broker.properties");
    Files.write(properties, properties(port, Loopback.freePort(), folder.resolve("data")));
    List<String> java = java(root);
    List<String> format = new ArrayList<>(java);
    format.addAll(
        List.of("kafka.tools.StorageTool", "format", "-t", Uuid.randomUuid().toString(), "-c"));
    format.add(properties.toString());
    if (Child.start("the broker's format", format, Map.of(), output).awaitEnd(TIMEOUT) != 0) {
      throw new IllegalStateException("cannot format the broker's folder; see " + output);
    }
    List<String> serve = new ArrayList<>(java);
    serve.addAll(List.of("kafka.Kafka", properties.toString()));
    BrokerProcess broker =
        new BrokerProcess("127.0.0.1:" + port, Child.append("the broker", serve, Map.of(), output));
    broker.awaitReady();
    return broker;
  }

  private static List<String> properties(int port, int controllerPort, Path data) {
    return List.of(
        "node.id=1",
        "process.roles=broker,controller",
        "controller.quorum.voters=1@127.0.0.1:" + controllerPort,
        "controller.listener.names=CONTROLLER",
        "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
        "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
        "offsets.topic.replication.factor=1",
        "transaction.state.log.replication.factor=1",
        "auto.create.topics.enable=false",
        "log.dirs=" + data);
  }

  private static List<String> java(Path root) throws IOException {
    Path classPath = root.resolve("log-kafka/brokers/kafka-4.3/target/classpath");
    if (!Files.exists(classPath)) {
      throw new IllegalStateException(
          "no class path of a broker at " + classPath + "; build with ./bench cluster");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.addAll(List.of("-cp", Files.readString(classPath).strip()));
    return command;
  }

  private void awaitReady() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (System.nanoTime() - deadline < 0) {
      child.requireAlive();
      try {
        if (admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).size() == 1) {
          return;
        }
      } catch (ExecutionException | TimeoutException notYet) {
        // asked again
      }
    }
    throw new IllegalStateException("the broker does not serve:%n%s".formatted(child.lastOutput()));
  }

  /** Creates a topic with one replica. */
  void createTopic(String name, int partitions) throws InterruptedException {
    try {
      admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
    } catch (ExecutionException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** Where clients connect. */
  String address() {
    return address;
  }

  Child child() {
    return child;
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
    child.close();
  }
}
