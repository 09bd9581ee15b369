package io.postrider.bench;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The setup of cluster measurements: one broker, one PostgreSQL server, and nodes to start. Nodes
 * of one cluster share a topic and a database, both with the name of the cluster.
 */
final class ClusterSetup implements AutoCloseable {
  static final int PARTITIONS = 12;

  private static final String TOKEN = "bench-cluster-token-bench-cluster";
  private static final String OWNED = "This node delivers partitions [";
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final long POLL_NANOS = Duration.ofMillis(100).toNanos();

  private final DeliverSetup setup;
  private final Scratch scratch;
  private final BrokerProcess broker;
  private final EmbeddedPostgres postgres;

  ClusterSetup(DeliverSetup setup) throws IOException, InterruptedException {
    this.setup = setup;
    this.scratch = setup.scratch(8L << 30);
    this.broker =
        BrokerProcess.start(
            setup.programs().root(), scratch.folder().resolve("broker"), setup.output("broker"));
    this.postgres =
        EmbeddedPostgres.builder()
            .setDataDirectory(scratch.folder().resolve("postgres"))
            .setServerConfig("synchronous_commit", "on")
            .start();
  }

  BrokerProcess broker() {
    return broker;
  }

  /** Creates the database of a cluster. */
  void createCluster(String cluster) {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + cluster);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** The transactions that the database of a cluster has committed. */
  long transactions(String cluster) {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select xact_commit from pg_stat_database where datname = '" + cluster + "'")) {
      row.next();
      return row.getLong(1);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** A folder that is deleted with the setup. */
  Path folder(String name) {
    return scratch.folder().resolve(name);
  }

  /** The settings of a cluster's nodes, as flags. */
  List<String> flags(String cluster) {
    return List.of(
        "--log.engine=kafka",
        "--log.kafka.bootstrap=" + broker.address(),
        "--log.kafka.topic=" + cluster,
        "--log.kafka.partitions=" + PARTITIONS,
        "--log.kafka.replication=1",
        "--log.kafka.min-in-sync=1",
        "--secrets.key=" + "A".repeat(43) + "=");
  }

  /** The settings of a cluster's nodes that are not flags, as environment variables. */
  Map<String, String> environment(String cluster) {
    return Map.of(
        "POSTRIDER_DATABASE_URL", postgres.getJdbcUrl("postgres", cluster), Product.TOKEN, TOKEN);
  }

  /** Starts a node of a cluster and waits until it is ready; the name is also its folder's. */
  Product node(String cluster, String name, String... more) throws IOException {
    List<String> flags = new ArrayList<>(flags(cluster));
    flags.addAll(Arrays.asList(more));
    return setup.product(scratch, cluster + "-" + name, flags, environment(cluster));
  }

  /** Waits until nodes deliver all partitions between them, each some. */
  void awaitShared(String cluster, String... names) throws IOException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!isShared(cluster, names)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "%s do not share the partitions after %s".formatted(List.of(names), TIMEOUT));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private boolean isShared(String cluster, String... names) throws IOException {
    int all = 0;
    for (String name : names) {
      int owned = owned(cluster + "-" + name);
      if (owned == 0) {
        return false;
      }
      all += owned;
    }
    return all == PARTITIONS;
  }

  /** The number of partitions that a node said it delivers, last. */
  private int owned(String node) throws IOException {
    Optional<String> last =
        Files.readAllLines(setup.output(node)).reversed().stream()
            .filter(line -> line.contains(OWNED))
            .findFirst();
    return last.map(line -> line.substring(line.indexOf(OWNED) + OWNED.length(), line.indexOf(']')))
        .filter(list -> !list.isEmpty())
        .map(list -> list.split(",", -1).length)
        .orElse(0);
  }

  @Override
  public void close() throws IOException {
    postgres.close();
    broker.close();
    scratch.close();
  }
}
