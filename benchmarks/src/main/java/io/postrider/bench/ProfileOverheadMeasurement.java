package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Measures the overhead of profiles on delivery: the same traffic with and without, in turns. */
record ProfileOverheadMeasurement(DeliverSetup setup) {
  private static final int RATE = 3_000;
  private static final double TARGET = 0.9;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Rounds rounds = setup.rounds("audience_overhead");
    try (Scratch scratch = setup.scratch(8L << 30);
        Product withProfiles = setup.product(scratch, "with-profiles", null);
        Product withoutProfiles =
            setup.product(
                scratch, "without-profiles", null, List.of("--roles=collect,deliver,control"))) {
      String withKey = prepare(withProfiles);
      String withoutKey = prepare(withoutProfiles);
      for (int i = 0; i < rounds.count(); i++) {
        rounds.begin();
        double without = rounds.add("without", delivered(withoutProfiles, withoutKey));
        double with = rounds.add("with", delivered(withProfiles, withKey));
        rounds.add("audience_overhead_ratio", with / without);
        rounds.end("%,.0f deliveries/s without, %,.0f with profiles".formatted(without, with));
      }
    }
    double ratio = rounds.publish(figures, "audience_overhead_ratio");
    rounds.publishSteal(figures);
    figures.put("audience_overhead_met", ratio >= TARGET);
    figures
        .putObject("audience_overhead")
        .put("offered_per_s", RATE)
        .put("with_per_s", rounds.median("with"))
        .put("without_per_s", rounds.median("without"));
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
    Duration duration = Duration.ofSeconds(setup.isQuick() ? 1 : 5);
    LoadResult sent = setup.sendCalls(product, key, RATE, duration);
    return DrainMeasurement.rate(setup.awaitArrivals(setup.receiver(), sent.messages()));
  }
}
