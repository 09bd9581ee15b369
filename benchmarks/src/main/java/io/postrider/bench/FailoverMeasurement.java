package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures a failover with default settings: two nodes share the partitions, one of them is killed
 * by SIGKILL while the other accepts a thousand calls per second. It ends with the first delivery
 * of a partition that moved: the first call that arrives more than five seconds late.
 *
 * <p>The new owner reads the deduplication window of the partitions that move. The curve shows
 * failovers with other numbers of messages in the window.
 */
record FailoverMeasurement(DeliverSetup setup) {
  private static final String CLUSTER = "failover";
  private static final int RATE = 1_000;

  /** The messages of ten minutes, the deduplication window on Kafka. */
  private static final int FULL_WINDOW = 600 * RATE;

  private static final double TARGET_SECONDS = 15;
  private static final Duration BEFORE_KILL = Duration.ofSeconds(4);
  private static final Duration LOAD = Duration.ofSeconds(18);
  private static final Duration LATE = Duration.ofSeconds(5);

  /**
   * @param seconds from the kill to the first delivery of a partition that moved
   * @param allSeconds from the kill to the delivery of the last late call
   * @param repeats calls that were delivered twice
   */
  private record Failover(double seconds, double allSeconds, int repeats) {}

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    try (ClusterSetup cluster = new ClusterSetup(setup)) {
      cluster.createCluster(CLUSTER);
      try (Product survivor = cluster.node(CLUSTER, "survivor")) {
        JsonNode source = survivor.createdSource();
        String key = source.required("writeKey").asText();
        setup.destination(survivor, source.required("id").asText(), setup.receiverPort(), "/hook");
        ObjectNode curve = figures.putObject("failover_curve");
        long window = 0;
        for (int size : sizes()) {
          window += fill(survivor, key, size - window);
          Failover[] failovers = new Failover[rounds(size)];
          for (int i = 0; i < failovers.length; i++) {
            failovers[i] = fail(cluster, survivor, key);
            window += RATE * LOAD.toSeconds();
            System.out.printf(
                "  window of %,d: first delivery after %.1f s, all after %.1f s, %d repeats%n",
                size, failovers[i].seconds, failovers[i].allSeconds, failovers[i].repeats);
          }
          put(figures, curve.putObject(Integer.toString(size)), failovers);
        }
      }
    }
  }

  private int[] sizes() {
    return setup.isQuick()
        ? new int[] {0, FULL_WINDOW / 4}
        : new int[] {0, FULL_WINDOW / 2, FULL_WINDOW};
  }

  private int rounds(int size) {
    return setup.isQuick() ? 1 : size == FULL_WINDOW ? 5 : 2;
  }

  /** Accepts and delivers at least so many messages; returns their number. */
  private long fill(Product node, String key, long messages) throws IOException {
    long filled = 0;
    setup.receiver().ask("reset");
    while (filled < messages) {
      filled += setup.sendBatches(node, key, 100, Duration.ofMillis(250)).messages();
    }
    setup.awaitArrivals(setup.receiver(), filled);
    return filled;
  }

  private Failover fail(ClusterSetup cluster, Product survivor, String key)
      throws IOException, InterruptedException {
    try (Product killed = cluster.node(CLUSTER, "killed")) {
      cluster.awaitShared(CLUSTER, "survivor", "killed");
      setup.receiver().ask("record");
      CompletableFuture<Long> killing = CompletableFuture.supplyAsync(() -> kill(killed));
      LoadResult sent = setup.sendCalls(survivor, key, RATE, LOAD);
      setup.awaitArrivals(setup.receiver(), sent.messages());
      long killNanos = killing.join();
      JsonNode late = late(sent, killNanos);
      while (late.required("calls").asLong() < sent.messages()) { // some arrivals are repeats
        LockSupport.parkNanos(LATE.toNanos());
        late = late(sent, killNanos);
      }
      return new Failover(
          (late.required("first").asLong() - killNanos) / 1e9,
          (late.required("last").asLong() - killNanos) / 1e9,
          late.required("repeats").asInt());
    }
  }

  private JsonNode late(LoadResult sent, long killNanos) throws IOException {
    return setup
        .receiver()
        .ask(
            "late %d %s %d %d".formatted(sent.startNanos(), 1e9 / RATE, LATE.toNanos(), killNanos));
  }

  private static long kill(Product node) {
    LockSupport.parkNanos(BEFORE_KILL.toNanos());
    node.close();
    return System.nanoTime();
  }

  /** Stores a point of the curve; the last one, with a full window, is judged. */
  private static void put(ObjectNode figures, ObjectNode point, Failover[] failovers) {
    double[] seconds = Arrays.stream(failovers).mapToDouble(Failover::seconds).sorted().toArray();
    double[] all = Arrays.stream(failovers).mapToDouble(Failover::allSeconds).sorted().toArray();
    double[] repeats = Arrays.stream(failovers).mapToDouble(Failover::repeats).sorted().toArray();
    point.put("first_s", Figures.median(seconds)).put("all_s", Figures.median(all));
    point.put("worst_s", Comparison.rounded(seconds[seconds.length - 1]));
    point.put("repeats", Figures.median(repeats));
    figures.put("failover_s", Figures.median(seconds));
    figures.put("failover_repeats", Figures.median(repeats));
    figures.put("failover_met", Figures.median(seconds) <= TARGET_SECONDS);
  }
}
