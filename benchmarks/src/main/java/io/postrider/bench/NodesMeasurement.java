package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.load.JsonFormat;
import io.postrider.bench.load.LoadPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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
 * side and are measured in turns, and so do {@link BareNodes}: what several processes cost by
 * themselves, which share the processors of one machine, shows in theirs.
 *
 * <p>Threads of the JIT compiler do not count. Each node is warmed up at full load until its
 * compiler has little left to do, because a node with a small part of the traffic would be
 * optimized much later than one that has all of it. The next round waits for profiles and usage to
 * follow, so that no cluster works in another's round.
 */
record NodesMeasurement(DeliverSetup setup) {
  private static final int MOST_NODES = 3;
  private static final int ROUNDS = 5;

  /** Calls per second of each generator; there are always three. */
  private static final int RATE = 1_000;

  private static final int CONNECTIONS = 20;
  private static final double TARGET = 1.2;
  private static final Duration REST = Duration.ofSeconds(10);
  private static final String FIGURE = "cluster_cpu_ratio";
  private static final String BARE = "cluster_cpu_bare";
  private static final String OVER_BARE = "cluster_cpu_over_bare_ratio";
  private static final BrokerCounters NONE = new BrokerCounters(Map.of());

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    List<GeneratorProcess> generators = new ArrayList<>();
    List<ProductNodes> products = new ArrayList<>();
    List<BareNodes> bare = new ArrayList<>();
    try (ClusterSetup cluster = new ClusterSetup(setup)) {
      for (int i = 0; i < MOST_NODES; i++) {
        generators.add(new GeneratorProcess(setup.programs()));
        products.add(ProductNodes.start(setup, cluster, i + 1));
      }
      Product like = products.getFirst().products().getFirst();
      for (int i = 0; i < MOST_NODES; i++) {
        bare.add(BareNodes.start(setup, cluster, like, i + 1));
      }
      List<NodeGroup> all = new ArrayList<>(products);
      all.addAll(bare);
      for (NodeGroup nodes : all) {
        warmUp(nodes, generators);
      }
      for (NodeGroup nodes : all) {
        nodes.awaitFollowers();
      }
      BrokerCounters rest = rest(cluster);
      int nodesAtRest = products.stream().mapToInt(nodes -> nodes.products().size()).sum();
      rest.since(NONE, nodesAtRest).put(figures.putObject("cluster_rest_per_node_and_s"));
      measure(cluster, products, bare, generators, rest, figures);
    } finally {
      products.forEach(NodeGroup::close);
      bare.forEach(NodeGroup::close);
      for (GeneratorProcess generator : generators) {
        generator.close();
      }
    }
  }

  private void measure(
      ClusterSetup cluster,
      List<ProductNodes> products,
      List<BareNodes> bare,
      List<GeneratorProcess> generators,
      BrokerCounters rest,
      ObjectNode figures)
      throws IOException, InterruptedException {
    Rounds rounds = setup.rounds("cluster_cpu", ROUNDS);
    ObjectNode details = figures.putObject("cluster_nodes");
    for (int round = 0; round < rounds.count(); round++) {
      rounds.begin();
      double[] cpus = new double[MOST_NODES];
      double[] bareCpus = new double[MOST_NODES];
      for (int i = 0; i < MOST_NODES; i++) {
        ObjectNode costs = details.putObject(Integer.toString(i + 1));
        bareCpus[i] = rounds.add("bare" + (i + 1), cpuMicros(bare.get(i), generators));
        cpus[i] = costs(cluster, products.get(i), generators, rest, costs);
        rounds.add("nodes" + (i + 1), cpus[i]);
      }
      double ratio = rounds.add(FIGURE, Math.max(cpus[1], cpus[2]) / cpus[0]);
      double ofBare = rounds.add(BARE, Math.max(bareCpus[1], bareCpus[2]) / bareCpus[0]);
      rounds.add(OVER_BARE, ratio / ofBare);
      rounds.end(
          ("%.0f µs per message on one node, %.0f on two, %.0f on three, ratio %.2f;"
                  + " bare programs %.0f, %.0f, %.0f, ratio %.2f")
              .formatted(
                  cpus[0], cpus[1], cpus[2], ratio, bareCpus[0], bareCpus[1], bareCpus[2], ofBare));
    }
    figures.put("cluster_cpu_met", rounds.publish(figures, FIGURE) <= TARGET);
    rounds.publish(figures, BARE);
    rounds.publish(figures, OVER_BARE);
    rounds.publishSteal(figures);
    for (int i = 1; i <= MOST_NODES; i++) {
      ((ObjectNode) details.required(Integer.toString(i)))
          .put("cpu_us", rounds.median("nodes" + i))
          .put("bare_cpu_us", rounds.median("bare" + i));
    }
  }

  /** Each node at its maximum rate, which takes least time to compile; then all as in a round. */
  private void warmUp(NodeGroup nodes, List<GeneratorProcess> generators)
      throws IOException, InterruptedException {
    for (int i = 0; i < nodes.ports().size(); i++) {
      int port = nodes.ports().get(i);
      setup.warmUp().repeat(nodes.pids().get(i), () -> full(port, nodes.key()));
    }
    nodes.awaitFollowers();
    setup.warmUp().repeat(nodes.pids(), () -> deliver(nodes, generators));
  }

  private void full(int port, String key) throws IOException, InterruptedException {
    setup.receiver().ask("reset");
    long sent =
        setup.sendCalls(port, key, 0, Duration.ofSeconds(setup.isQuick() ? 1 : 5)).messages();
    setup.awaitArrivals(setup.receiver(), sent);
  }

  /** The CPU time of all nodes per message in one round; also what it costs others. */
  private double costs(
      ClusterSetup cluster,
      ProductNodes nodes,
      List<GeneratorProcess> generators,
      BrokerCounters rest,
      ObjectNode costs)
      throws IOException, InterruptedException {
    BrokerCounters before = BrokerCounters.of(cluster.broker().child().pid());
    long startNanos = System.nanoTime();
    long transactions = cluster.transactions(nodes.name());
    Sent sent = deliver(nodes, generators);
    costs.put(
        "transactions",
        Comparison.rounded(
            (double) (cluster.transactions(nodes.name()) - transactions) / sent.messages()));
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    BrokerCounters.of(cluster.broker().child().pid())
        .since(before, 1)
        .without(rest, seconds)
        .since(NONE, (double) sent.messages())
        .put(costs);
    nodes.awaitFollowers();
    return sent.cpuMicros();
  }

  private double cpuMicros(NodeGroup nodes, List<GeneratorProcess> generators)
      throws IOException, InterruptedException {
    return deliver(nodes, generators).cpuMicros();
  }

  /** The messages of a round, and the CPU time of all nodes. */
  private record Sent(long messages, Duration cpu) {

    double cpuMicros() {
      return cpu.toNanos() / 1e3 / messages;
    }
  }

  private Sent deliver(NodeGroup nodes, List<GeneratorProcess> generators)
      throws IOException, InterruptedException {
    setup.receiver().ask("reset");
    Duration before = nodes.cpu();
    long messages = send(nodes, generators, Duration.ofSeconds(setup.isQuick() ? 3 : 10));
    setup.awaitArrivals(setup.receiver(), messages);
    return new Sent(messages, nodes.cpu().minus(before));
  }

  /** What the broker counts in a second while nobody sends anything. */
  private static BrokerCounters rest(ClusterSetup cluster) throws IOException {
    BrokerCounters before = BrokerCounters.of(cluster.broker().child().pid());
    LockSupport.parkNanos(REST.toNanos());
    return BrokerCounters.of(cluster.broker().child().pid())
        .since(before, (double) REST.toSeconds());
  }

  /** Sends at the total rate, spread over the nodes; returns the number of messages. */
  private static long send(NodeGroup nodes, List<GeneratorProcess> generators, Duration length)
      throws IOException, InterruptedException {
    long messages = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> results = new ArrayList<>();
      for (int i = 0; i < generators.size(); i++) {
        GeneratorProcess generator = generators.get(i);
        int port = nodes.ports().get(i % nodes.ports().size());
        LoadPlan plan =
            new LoadPlan(
                port,
                "/v1/track",
                nodes.key(),
                CONNECTIONS,
                0,
                JsonFormat.COMPACT,
                length,
                RATE,
                1);
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
}
