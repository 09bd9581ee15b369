package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Measures how soon the ledger answers, with more and more entries that its own writer wrote: the
 * story of one message and a filtered page of attempts, with the page cache dropped before every
 * query, and warm. Figures are 95th percentiles.
 */
record LedgerQueryMeasurement(DeliverSetup setup) {
  private static final List<Integer> CURVE =
      List.of(1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000);
  private static final List<Integer> QUICK = List.of(200_000, 2_000_000);
  private static final double MOST_MILLIS = 50;
  private static final double PERCENTILE = 0.95;
  private static final int WARM_QUERIES = 500;
  private static final int COLD_QUERIES = 20;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    ObjectNode curve = figures.putObject("ledger_queries");
    try (Scratch scratch = setup.scratch(16L << 30);
        LedgerFiller ledger = LedgerFiller.open(scratch.folder())) {
      for (int entries : setup.isQuick() ? QUICK : CURVE) {
        double indexSeconds = ledger.fillTo(entries);
        ObjectNode point = curve.putObject(Integer.toString(entries));
        point.put("index_level_s", Comparison.rounded(indexSeconds));
        point.put("bytes_per_entry", Comparison.rounded(ledger.bytesPerEntry()));
        Random random = new Random(entries);
        measure(point, "story", () -> ledger.story(random), figures);
        measure(point, "page", () -> ledger.page(random), figures);
        System.out.printf("  %,d entries: %s%n", entries, point);
      }
    }
  }

  private static void measure(ObjectNode point, String name, Runnable query, ObjectNode figures)
      throws InterruptedException {
    double[] _ = timed(query, WARM_QUERIES, false); // warms the code up
    if (PageCache.drop()) {
      put(point, name + "_cold", timed(query, COLD_QUERIES, true), figures);
    } else {
      System.out.println("  Cannot drop the page cache; skipping cold queries.");
    }
    double[] _ = timed(query, WARM_QUERIES, false); // fills the caches
    put(point, name + "_warm", timed(query, WARM_QUERIES, false), figures);
  }

  private static void put(ObjectNode point, String name, double[] sorted, ObjectNode figures) {
    double millis = Comparison.rounded(sorted[(int) ((sorted.length - 1) * PERCENTILE)]);
    point.put(name + "_ms", millis);
    point.put(name + "_median_ms", Comparison.rounded(sorted[sorted.length / 2]));
    point.put(name + "_worst_ms", Comparison.rounded(sorted[sorted.length - 1]));
    // the last point of the curve is the one that counts
    figures.put("ledger_" + name + "_ms", millis);
    figures.put("ledger_" + name + "_met", millis < MOST_MILLIS);
  }

  private static double[] timed(Runnable query, int times, boolean cold)
      throws InterruptedException {
    double[] millis = new double[times];
    for (int i = 0; i < times; i++) {
      if (cold) {
        boolean _ = PageCache.drop();
      }
      long from = System.nanoTime();
      query.run();
      millis[i] = (System.nanoTime() - from) / 1e6;
    }
    Arrays.sort(millis);
    return millis;
  }
}
