package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Measures the overhead of profiles on delivery: the same traffic with and without, in turns. */
record ProfileOverheadMeasurement(DeliverSetup setup) {
  private static final int RATE = 3_000;
  private static final double TARGET = 0.9;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    int rounds = setup.isQuick() ? 2 : 5;
    double[] with = new double[rounds];
    double[] without = new double[rounds];
    try (Scratch scratch = setup.scratch(8L << 30);
        Product withProfiles = setup.product(scratch, "with-profiles", null);
        Product withoutProfiles =
            setup.product(
                scratch, "without-profiles", null, List.of("--roles=collect,deliver,control"))) {
      String withKey = prepare(withProfiles);
      String withoutKey = prepare(withoutProfiles);
      for (int i = 0; i < rounds; i++) {
        without[i] = delivered(withoutProfiles, withoutKey);
        with[i] = delivered(withProfiles, withKey);
        System.out.printf(
            "  round %d of %d: %,.0f deliveries/s without, %,.0f with profiles%n",
            i + 1, rounds, without[i], with[i]);
      }
    }
    Arrays.sort(with);
    Arrays.sort(without);
    double ratio = Comparison.rounded(Figures.median(with) / Figures.median(without));
    figures.put("audience_overhead_ratio", ratio);
    figures.put("audience_overhead_met", ratio >= TARGET);
    figures
        .putObject("audience_overhead")
        .put("offered_per_s", RATE)
        .put("with_per_s", Figures.median(with))
        .put("without_per_s", Figures.median(without));
  }

  private String prepare(Product product) throws IOException, InterruptedException {
    JsonNode source = product.createdSource();
    setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
    String key = source.required("writeKey").asText();
    double _ = delivered(product, key);
    return key;
  }

  private double delivered(Product product, String key) throws IOException {
    setup.receiver().ask("reset");
    Duration duration = Duration.ofSeconds(setup.isQuick() ? 2 : 10);
    LoadResult sent = setup.sendCalls(product, key, RATE, duration);
    return DrainMeasurement.rate(setup.awaitArrivals(setup.receiver(), sent.messages()));
  }
}
