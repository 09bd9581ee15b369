package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.load.JsonFormat;
import io.postrider.bench.load.LoadPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures the CPU time per message of one, two and three nodes at the same total rate of accepting
 * and delivering; and what each message costs the broker and the database. The clusters run side by
 * side and are measured in turns.
 *
 * <p>Threads of the JIT compiler do not count. Each node is warmed up at full load, because a node
 * with a small part of the traffic would be optimized much later than one that has all of it. The
 * next round waits for profiles and usage to follow, so that no cluster works in another's round.
 */
record NodesMeasurement(DeliverSetup setup) {
  private static final int MOST_NODES = 3;

  /** Calls per second of each generator; there are always three. */
  private static final int RATE = 1_000;

  private static final int CONNECTIONS = 20;
  private static final double TARGET = 1.2;
  private static final Duration REST = Duration.ofSeconds(10);
  private static final BrokerCounters NONE = new BrokerCounters(Map.of());

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    int rounds = setup.isQuick() ? 2 : 5;
    Duration round = Duration.ofSeconds(setup.isQuick() ? 3 : 10);
    double[][] cpus = new double[MOST_NODES][rounds];
    List<GeneratorProcess> generators = new ArrayList<>();
    List<Nodes> clusters = new ArrayList<>();
    try (ClusterSetup cluster = new ClusterSetup(setup)) {
      for (int i = 0; i < MOST_NODES; i++) {
        generators.add(new GeneratorProcess(setup.programs()));
        clusters.add(Nodes.start(setup, cluster, i + 1));
      }
      for (Nodes nodes : clusters) {
        warmUp(nodes, generators);
      }
      for (Nodes nodes : clusters) {
        nodes.awaitFollowers();
      }
      ObjectNode details = figures.putObject("cluster_nodes");
      BrokerCounters rest = rest(cluster);
      int nodesAtRest = clusters.stream().mapToInt(nodes -> nodes.products.size()).sum();
      rest.since(NONE, nodesAtRest).put(figures.putObject("cluster_rest_per_node_and_s"));
      for (int i = 0; i < rounds; i++) {
        for (Nodes nodes : clusters) {
          int count = nodes.products.size();
          ObjectNode costs = details.putObject(Integer.toString(count));
          cpus[count - 1][i] = cpuMicros(cluster, nodes, generators, round, rest, costs);
        }
        System.out.printf(
            "  round %d of %d: %.0f µs per message on one node, %.0f on two, %.0f on three%n",
            i + 1, rounds, cpus[0][i], cpus[1][i], cpus[2][i]);
      }
      put(figures, details, cpus);
    } finally {
      clusters.forEach(Nodes::close);
      for (GeneratorProcess generator : generators) {
        generator.close();
      }
    }
  }

  private void warmUp(Nodes nodes, List<GeneratorProcess> generators)
      throws IOException, InterruptedException {
    for (Product product : nodes.products) {
      setup.receiver().ask("reset");
      long sent =
          setup
              .sendCalls(product, nodes.key, 0, Duration.ofSeconds(setup.isQuick() ? 1 : 20))
              .messages();
      setup.awaitArrivals(setup.receiver(), sent);
    }
    nodes.awaitFollowers();
    setup.receiver().ask("reset");
    long sent = send(nodes, generators, Duration.ofSeconds(setup.isQuick() ? 2 : 10));
    setup.awaitArrivals(setup.receiver(), sent);
  }

  /** One round: the CPU time of all nodes per message, and other costs. */
  private double cpuMicros(
      ClusterSetup cluster,
      Nodes nodes,
      List<GeneratorProcess> generators,
      Duration length,
      BrokerCounters rest,
      ObjectNode costs)
      throws IOException, InterruptedException {
    setup.receiver().ask("reset");
    BrokerCounters before = BrokerCounters.of(cluster.broker().child().pid());
    long startNanos = System.nanoTime();
    long transactions = cluster.transactions(nodes.name);
    Duration cpu = nodes.cpu();
    long sent = send(nodes, generators, length);
    setup.awaitArrivals(setup.receiver(), sent);
    double micros = nodes.cpu().minus(cpu).toNanos() / 1e3 / sent;
    costs.put(
        "transactions",
        Comparison.rounded((double) (cluster.transactions(nodes.name) - transactions) / sent));
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    BrokerCounters.of(cluster.broker().child().pid())
        .since(before, 1)
        .without(rest, seconds)
        .since(NONE, (double) sent)
        .put(costs);
    nodes.awaitFollowers();
    return micros;
  }

  /** What the broker counts in a second while nobody sends anything. */
  private static BrokerCounters rest(ClusterSetup cluster) throws IOException {
    BrokerCounters before = BrokerCounters.of(cluster.broker().child().pid());
    LockSupport.parkNanos(REST.toNanos());
    return BrokerCounters.of(cluster.broker().child().pid())
        .since(before, (double) REST.toSeconds());
  }

  /** Sends at the total rate, spread over the nodes; returns the number of messages. */
  private static long send(Nodes nodes, List<GeneratorProcess> generators, Duration length)
      throws IOException, InterruptedException {
    long messages = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> results = new ArrayList<>();
      for (int i = 0; i < generators.size(); i++) {
        GeneratorProcess generator = generators.get(i);
        int port = nodes.products.get(i % nodes.products.size()).port();
        LoadPlan plan =
            new LoadPlan(
                port, "/v1/track", nodes.key, CONNECTIONS, 0, JsonFormat.COMPACT, length, RATE, 1);
        results.add(threads.submit(() -> generator.run(plan).messages()));
      }
      for (Future<Long> result : results) {
        messages += result.get();
      }
    } catch (ExecutionException failure) {
      throw new IOException(failure);
    }
    return messages;
  }

  private static void put(ObjectNode figures, ObjectNode details, double[][] cpus) {
    double[] medians = new double[cpus.length];
    for (int i = 0; i < cpus.length; i++) {
      Arrays.sort(cpus[i]);
      medians[i] = Figures.median(cpus[i]);
      ((ObjectNode) details.required(Integer.toString(i + 1))).put("cpu_us", medians[i]);
    }
    double ratio = Comparison.rounded(Math.max(medians[1], medians[2]) / medians[0]);
    figures.put("cluster_cpu_ratio", ratio);
    figures.put("cluster_cpu_met", ratio <= TARGET);
  }

  /** The nodes of one cluster, with one source and one destination. */
  private record Nodes(String name, List<Product> products, String key) implements AutoCloseable {

    static Nodes start(DeliverSetup setup, ClusterSetup cluster, int count)
        throws IOException, InterruptedException {
      String name = "nodes" + count;
      cluster.createCluster(name);
      List<Product> products = new ArrayList<>();
      String[] names = new String[count];
      for (int i = 0; i < count; i++) {
        names[i] = "node" + i;
        products.add(cluster.node(name, names[i]));
      }
      JsonNode source = products.getFirst().createdSource();
      setup.destination(
          products.getFirst(), source.required("id").asText(), setup.receiverPort(), "/hook");
      cluster.awaitShared(name, names);
      return new Nodes(name, products, source.required("writeKey").asText());
    }

    /** Waits until profiles and usage are level with the log. */
    void awaitFollowers() throws IOException, InterruptedException {
      for (Product product : products) {
        product.awaitFollowers();
      }
    }

    Duration cpu() {
      return products.stream()
          .map(product -> ProcessorUse.withoutCompiler(product.child().pid()))
          .reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() {
      products.forEach(Product::close);
    }
  }
}
