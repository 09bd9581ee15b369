package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures the same traffic over a thousand destinations instead of ten. */
record ManyDestinationsMeasurement(DeliverSetup setup) {
  private static final int FEW = 10;
  private static final int MANY = 1000;
  private static final int BATCH = 20;
  private static final double TARGET = 0.92;
  private static final double CREATE_TARGET_MS = 10;

  /** The last creations are timed. */
  private static final int TIMED = Rounds.COUNT;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Rounds rounds = setup.rounds("thousand_destinations");
    Rounds creations = new Rounds("destination_create", TIMED);
    int count = setup.isQuick() ? 100 : MANY;
    try (Scratch scratch = setup.scratch(8L << 30);
        Product withFew = setup.product(scratch, "few", null);
        Product withMany = setup.product(scratch, "many", null)) {
      String fewKeys = connect(withFew, FEW, new Rounds("destination_create", 0));
      System.out.printf("  creating %,d sources and destinations%n", count);
      String manyKeys = connect(withMany, count, creations);
      withMany.child().pause();
      setup.warmUp().repeat(withFew.child().pid(), () -> deliver(withFew, fewKeys));
      withFew.child().pause();
      withMany.child().resume();
      setup.warmUp().repeat(withMany.child().pid(), () -> deliver(withMany, manyKeys));
      withMany.child().pause();
      for (int i = 0; i < rounds.count(); i++) {
        rounds.begin();
        withFew.child().resume();
        double few = rounds.add("few", deliver(withFew, fewKeys));
        withFew.child().pause();
        withMany.child().resume();
        double many = rounds.add("many", deliver(withMany, manyKeys));
        withMany.child().pause();
        double ratio = rounds.add("thousand_destinations_ratio", many / few);
        rounds.end(
            "%d destinations %,.0f deliveries/s, %,d destinations %,.0f, ratio %.2f"
                .formatted(FEW, few, count, many, ratio));
      }
      withFew.child().resume();
      withMany.child().resume();
    }
    double ratio = rounds.publish(figures, "thousand_destinations_ratio");
    rounds.publishSteal(figures);
    double created = creations.publish(figures, "destination_create_ms");
    creations.publishSteal(figures);
    figures.put("destination_create_met", created <= CREATE_TARGET_MS);
    figures.put("thousand_destinations_met", ratio >= TARGET);
    figures
        .putObject("thousand_destinations")
        .put("ten_per_s", rounds.median("few"))
        .put("thousand_per_s", rounds.median("many"));
  }

  /**
   * Creates a number of sources with one destination each; returns their write keys.
   *
   * @param creations gets the times of the last destinations
   */
  String connect(Product product, int count, Rounds creations)
      throws IOException, InterruptedException {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      JsonNode source = product.createdSource();
      keys.add(source.required("writeKey").asText());
      String id = source.required("id").asText();
      if (i < count - creations.count()) {
        setup.destination(product, id, setup.receiverPort(), "/hook");
      } else {
        creations.begin();
        long from = System.nanoTime();
        setup.destination(product, id, setup.receiverPort(), "/hook");
        double millis = (System.nanoTime() - from) / 1e6;
        creations.add("destination_create_ms", millis);
        creations.end("created destination %,d in %.1f ms".formatted(i + 1, millis));
      }
    }
    return String.join(",", keys);
  }

  /** Messages per second, from the first call to the last arrival. */
  private double deliver(Product product, String keys) throws IOException {
    setup.receiver().ask("reset");
    LoadResult sent =
        setup.sendBatches(product, keys, BATCH, Duration.ofMillis(setup.isQuick() ? 500 : 2000));
    JsonNode seen = setup.awaitArrivals(setup.receiver(), sent.messages());
    return new Delivered(sent.messages(), seen.required("last").asLong() - sent.startNanos())
        .perSecond();
  }
}
