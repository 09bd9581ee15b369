package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures the same traffic over a thousand destinations instead of ten. */
record ManyDestinationsMeasurement(DeliverSetup setup) {
  private static final int FEW = 10;
  private static final int MANY = 1000;
  private static final int BATCH = 20;
  private static final int WARM_UPS = 6;
  private static final double TARGET = 0.7;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    int rounds = setup.isQuick() ? 2 : 5;
    double[] few = new double[rounds];
    double[] many = new double[rounds];
    try (Scratch scratch = setup.scratch(8L << 30);
        Product withFew = setup.product(scratch, "few", null);
        Product withMany = setup.product(scratch, "many", null)) {
      String fewKeys = connect(withFew, FEW);
      System.out.printf("  creating %,d sources and destinations%n", MANY);
      String manyKeys = connect(withMany, MANY);
      withMany.child().pause();
      for (int i = 0; i < WARM_UPS; i++) {
        deliver(withFew, fewKeys);
      }
      withFew.child().pause();
      withMany.child().resume();
      for (int i = 0; i < WARM_UPS; i++) {
        deliver(withMany, manyKeys);
      }
      withMany.child().pause();
      for (int i = 0; i < rounds; i++) {
        withFew.child().resume();
        few[i] = deliver(withFew, fewKeys);
        withFew.child().pause();
        withMany.child().resume();
        many[i] = deliver(withMany, manyKeys);
        withMany.child().pause();
        System.out.printf(
            "  round %d of %d: %d destinations %,.0f deliveries/s, %,d destinations %,.0f,"
                + " ratio %.2f%n",
            i + 1, rounds, FEW, few[i], MANY, many[i], many[i] / few[i]);
      }
      withFew.child().resume();
      withMany.child().resume();
    }
    Arrays.sort(few);
    Arrays.sort(many);
    double ratio = Comparison.rounded(Figures.median(many) / Figures.median(few));
    figures.put("thousand_destinations_ratio", ratio);
    figures.put("thousand_destinations_met", ratio >= TARGET);
    figures
        .putObject("thousand_destinations")
        .put("ten_per_s", Figures.median(few))
        .put("thousand_per_s", Figures.median(many));
  }

  /** Creates a number of sources with one destination each; returns their write keys. */
  private String connect(Product product, int count) throws IOException, InterruptedException {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      JsonNode source = product.createdSource();
      keys.add(source.required("writeKey").asText());
      setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
    }
    return String.join(",", keys);
  }

  /** Messages per second, from the first call to the last arrival. */
  private double deliver(Product product, String keys) throws IOException {
    setup.receiver().ask("reset");
    LoadResult sent =
        setup.sendBatches(product, keys, BATCH, Duration.ofMillis(setup.isQuick() ? 500 : 2000));
    JsonNode seen = setup.awaitArrivals(setup.receiver(), sent.messages());
    return sent.messages() * 1e9 / (seen.required("last").asLong() - sent.startNanos());
  }
}
