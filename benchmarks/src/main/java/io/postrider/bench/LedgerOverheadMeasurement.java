package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what the ledger costs deliveries: two products drain a filled log in turns, one with the
 * ledger and one without. Each drains twice in a round, one of them first and last, so that the
 * order favours neither. Ratios are medians of the rounds' ratios.
 */
record LedgerOverheadMeasurement(DeliverSetup setup) {
  private static final int WARM_UPS = 6;
  private static final double LEAST_RATE_RATIO = 0.93;
  private static final double MOST_CPU_RATIO = 1.08;
  private static final double MOST_LEVEL_SECONDS = 5;
  private static final Duration LEVEL_TIMEOUT = Duration.ofMinutes(2);
  private static final long POLL_NANOS = Duration.ofMillis(250).toNanos();

  /** Both sides wait so long after a round, so that both have written what they collected. */
  private static final int LEAST_POLLS = 4;

  /**
   * One round of one side.
   *
   * @param levelSeconds from the last delivery until the index has its entry
   */
  private record Drained(double perSecond, double cpuMicros, double levelSeconds) {

    Drained mean(Drained other) {
      return new Drained(
          (perSecond + other.perSecond) / 2,
          (cpuMicros + other.cpuMicros) / 2,
          Math.max(levelSeconds, other.levelSeconds));
    }
  }

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Rounds rounds = setup.rounds("ledger_overhead");
    try (Scratch scratch = setup.scratch(20L << 30);
        Side with = open(scratch, "with-ledger", true);
        Side without = open(scratch, "without-ledger", false)) {
      for (int i = 0; i < rounds.count(); i++) {
        rounds.begin();
        // each is the outer one in every other round
        Side outer = i % 2 == 0 ? without : with;
        Side inner = i % 2 == 0 ? with : without;
        Drained first = outer.drain();
        Drained innerMean = inner.drain().mean(inner.drain());
        Drained outerMean = first.mean(outer.drain());
        Drained recorded = i % 2 == 0 ? innerMean : outerMean;
        Drained plain = i % 2 == 0 ? outerMean : innerMean;
        add(rounds, plain, recorded);
      }
      put(figures, rounds);
      figures.put("ledger_bytes_per_delivery", with.bytesPerDelivery());
    }
  }

  private static void add(Rounds rounds, Drained plain, Drained recorded) throws IOException {
    double rate = rounds.add("ledger_deliver_ratio", recorded.perSecond / plain.perSecond);
    double cpu = rounds.add("ledger_cpu_ratio", recorded.cpuMicros / plain.cpuMicros);
    rounds.add("ledger_index_level_s", recorded.levelSeconds);
    rounds.end(
        ("%,.0f deliveries/s without, %,.0f with the ledger, ratio %.3f; CPU"
                + " %.1f and %.1f µs, ratio %.3f; index level after %.2f s")
            .formatted(
                plain.perSecond,
                recorded.perSecond,
                rate,
                plain.cpuMicros,
                recorded.cpuMicros,
                cpu,
                recorded.levelSeconds));
  }

  private static void put(ObjectNode figures, Rounds rounds) {
    double rate = rounds.publish(figures, "ledger_deliver_ratio");
    figures.put("ledger_deliver_met", rate >= LEAST_RATE_RATIO);
    double cpu = rounds.publish(figures, "ledger_cpu_ratio");
    figures.put("ledger_cpu_met", cpu <= MOST_CPU_RATIO);
    double level = rounds.highest("ledger_index_level_s");
    figures.put("ledger_index_level_s", Comparison.rounded(level));
    rounds.publishRounds(figures, "ledger_index_level_s");
    figures.put("ledger_index_level_met", level <= MOST_LEVEL_SECONDS);
    rounds.publishSteal(figures);
  }

  private Side open(Scratch scratch, String name, boolean ledger)
      throws IOException, InterruptedException {
    Product product = setup.product(scratch, name, ledger ? null : "-Dpostrider.ledger=off");
    JsonNode source = product.createdSource();
    String path =
        setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
    Side side = new Side(product, path, source.required("writeKey").asText(), ledger);
    product.child().pause();
    for (int i = 0; i < (setup.isQuick() ? 1 : WARM_UPS); i++) {
      Drained _ = side.drain();
    }
    return side;
  }

  /** A product with or without the ledger; suspended outside its turns. */
  private final class Side implements AutoCloseable {
    private final Product product;
    private final String destination;
    private final String writeKey;
    private final boolean ledger;
    private long delivered;

    Side(Product product, String destination, String writeKey, boolean ledger) {
      this.product = product;
      this.destination = destination;
      this.writeKey = writeKey;
      this.ledger = ledger;
    }

    /** Fills the log while the destination is paused, then lets it drain. */
    Drained drain() throws IOException, InterruptedException {
      product.child().resume();
      product.admin("PATCH", destination, "{\"paused\":true}");
      setup.receiver().ask("reset");
      Duration filling = Duration.ofMillis(setup.isQuick() ? 500 : 1500);
      long sent = setup.sendBatches(product, writeKey, 100, filling).messages();
      delivered += sent;
      Duration before = product.child().cpu();
      product.admin("PATCH", destination, "{\"paused\":false}");
      JsonNode seen = setup.awaitArrivals(setup.receiver(), sent);
      double level = awaitLevel();
      Duration cpu = product.child().cpu().minus(before);
      product.child().pause();
      return new Drained(DrainMeasurement.rate(seen), cpu.toNanos() / 1e3 / sent, level);
    }

    /** Waits until the index has an entry of each delivery; returns the seconds. */
    private double awaitLevel() {
      long from = System.nanoTime();
      double level = -1;
      for (int polls = 0; polls < LEAST_POLLS || level < 0; polls++) {
        LockSupport.parkNanos(POLL_NANOS);
        double entries = product.metric("postrider_ledger_entries");
        double seconds = (System.nanoTime() - from) / 1e9;
        if (level < 0 && (!ledger || entries >= delivered)) {
          level = ledger ? seconds : 0;
        }
        if (seconds > LEVEL_TIMEOUT.toSeconds()) {
          throw new IllegalStateException(
              "the index has %,.0f entries of %,d deliveries".formatted(entries, delivered));
        }
      }
      return level;
    }

    double bytesPerDelivery() throws IOException, InterruptedException {
      product.child().resume();
      return Comparison.rounded(product.metric("postrider_ledger_bytes_total") / delivered);
    }

    @Override
    public void close() {
      product.close();
    }
  }
}
