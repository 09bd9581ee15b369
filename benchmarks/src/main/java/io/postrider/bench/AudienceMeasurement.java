package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Measures one million profiles: how fast they are derived from a filled log, how long one audience
 * takes to compute, and how long many audiences take to evaluate for changed users.
 */
record AudienceMeasurement(DeliverSetup setup) {
  private static final int AUDIENCES = 100;
  private static final int TOUCHED = 1_000;
  private static final Duration TIMEOUT = Duration.ofMinutes(60);

  /** Matches half of all profiles; every condition has to be evaluated. */
  private static final String CREATED =
      """
      {"all":[{"event":"Order Completed","where":[{"property":"revenue","op":"at_least",\
      "value":500}],"within":"30d","count":{"op":"at_least","value":1}},\
      {"not":{"trait":"plan","op":"equals","value":"none"}}]}\
      """;

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    int people = setup.isQuick() ? 20_000 : 1_000_000;
    try (Scratch scratch = setup.scratch(12L << 30)) {
      Path data = scratch.folder().resolve("people");
      System.out.printf("  writing the calls of %,d people%n", people);
      LogFiller.fill(data, new PeopleBodies(people));
      try (Product product = setup.product(scratch, "people", null)) {
        catchUp(product, people, figures);
        create(product, people, figures);
        touch(product, people, figures);
      }
    }
  }

  private void catchUp(Product product, int people, ObjectNode figures)
      throws IOException, InterruptedException {
    long from = System.nanoTime();
    await(() -> product.metric("postrider_follower_lag{follower=\"profiles\"}") == 0);
    double rate = (double) people * PeopleBodies.CALLS_EACH / seconds(from);
    System.out.printf("  profiles caught up at %,.0f messages/s%n", rate);
    figures.put("audience_catch_up_per_s", Math.round(rate));
    figures.put("audience_catch_up_met", rate >= 10_000);
  }

  private void create(Product product, int people, ObjectNode figures)
      throws IOException, InterruptedException {
    JsonNode source = product.createdSource();
    String path =
        setup.destination(
            product, source.required("id").asText(), setup.receiverPort(), "/audience");
    String destination = path.substring(path.lastIndexOf('/') + 1);
    setup.receiver().ask("reset");
    long from = System.nanoTime();
    String id = audience(product, "Created", CREATED, destination);
    await(() -> product.audience(id).required("status").asText().equals("live"));
    double computed = seconds(from);
    long size = product.audience(id).required("size").asLong();
    setup.awaitArrivals(setup.receiver(), size);
    System.out.printf(
        "  an audience of %,d in %,d: live after %.1f s, all members delivered after %.1f s%n",
        size, people, computed, seconds(from));
    figures.put("audience_create_s", Comparison.rounded(computed));
    figures.put("audience_create_met", computed < 30);
    figures
        .putObject("audience_create")
        .put("profiles", people)
        .put("members", size)
        .put("delivered_s", Comparison.rounded(seconds(from)));
  }

  private void touch(Product product, int people, ObjectNode figures)
      throws IOException, InterruptedException {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < AUDIENCES; i++) {
      // all have a condition on the event, and every touched user enters one of them
      String definition =
          """
          {"all":[{"event":"Touched","where":[{"property":"n","op":"equals","value":%d}],\
          "within":"7d","count":{"op":"at_least","value":1}},\
          {"trait":"seats","op":"exists"}]}\
          """
              .formatted(i);
      ids.add(audience(product, "Touched " + i, definition, null));
    }
    await(() -> all(product, ids, one -> one.at("/status").asText().equals("live")));
    String key = product.createSource();
    int rounds = setup.isQuick() ? 2 : 5;
    double[] took = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long expected = (long) (round + 1) * TOUCHED / AUDIENCES;
      String body = touching(people, round);
      product.track(key, "/v1/batch", body);
      long from = System.nanoTime();
      await(() -> all(product, ids, one -> one.at("/size").asLong() == expected));
      took[round] = seconds(from);
      System.out.printf("  %,d touched: %.2f s%n", TOUCHED, took[round]);
    }
    Arrays.sort(took);
    figures.put("audience_touched_s", Figures.median(took));
    figures.put("audience_touched_met", Figures.median(took) < 1);
    figures
        .putObject("audience_touched")
        .put("audiences", AUDIENCES)
        .put("users", TOUCHED)
        .put("worst_s", Comparison.rounded(took[rounds - 1]));
  }

  private static boolean all(Product product, Set<String> ids, Predicate<JsonNode> condition) {
    int met = 0;
    for (JsonNode one : product.audiences()) {
      met += ids.contains(one.required("id").asText()) && condition.test(one) ? 1 : 0;
    }
    return met == ids.size();
  }

  /** A batch with one call for each of many users, spread over all profiles. */
  private static String touching(int people, int round) {
    StringBuilder batch = new StringBuilder("{\"batch\":[");
    for (int i = 0; i < TOUCHED; i++) {
      int user = (int) ((long) people * i / TOUCHED) + round;
      batch
          .append(i == 0 ? "" : ",")
          .append("{\"type\":\"track\",\"userId\":\"")
          .append(PeopleBodies.user(user))
          .append("\",\"event\":\"Touched\",\"properties\":{\"n\":")
          .append(i % AUDIENCES)
          .append("}}");
    }
    return batch.append("]}").toString();
  }

  private static String audience(
      Product product, String name, String definition, @Nullable String to)
      throws IOException, InterruptedException {
    String destinations = to == null ? "[]" : "[\"" + to + "\"]";
    String json =
        "{\"name\":\"%s\",\"destinations\":%s,\"definition\":%s}"
            .formatted(name, destinations, definition);
    return product.admin("POST", "/api/audiences", json).required("id").asText();
  }

  private static void await(BooleanSupplier condition) {
    long until = System.nanoTime() + TIMEOUT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > until) {
        throw new IllegalStateException("not finished after " + TIMEOUT);
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  private static double seconds(long fromNanos) {
    return (System.nanoTime() - fromNanos) / 1e9;
  }
}
