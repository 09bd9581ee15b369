package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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
  private static final double HUNDRED_TARGET_S = 180;
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
    awaitProfiles(product);
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
    long createdAt = System.nanoTime();
    for (int i = 0; i < AUDIENCES; i++) {
      ids.add(touchedAudience(product, i));
    }
    await(() -> all(product, ids, one -> one.at("/status").asText().equals("live")));
    double computed = seconds(createdAt);
    System.out.printf(
        "  %d audiences over %,d: all live after %.1f s%n", AUDIENCES, people, computed);
    figures.put("audience_hundred_s", Comparison.rounded(computed));
    figures.put("audience_hundred_met", computed <= HUNDRED_TARGET_S);
    String key = product.createSource();
    Rounds rounds = setup.rounds("audience_touched");
    for (int round = 0; round < rounds.count(); round++) {
      rounds.begin();
      long expected = (long) (round + 1) * TOUCHED / AUDIENCES;
      String body = touching(people, round, AUDIENCES);
      product.track(key, "/v1/batch", body);
      long from = System.nanoTime();
      await(() -> all(product, ids, one -> one.at("/size").asLong() == expected));
      double took = rounds.add("audience_touched_s", seconds(from));
      rounds.end("%,d touched: %.2f s".formatted(TOUCHED, took));
    }
    double took = rounds.publish(figures, "audience_touched_s");
    rounds.publishSteal(figures);
    figures.put("audience_touched_met", took < 1);
    figures
        .putObject("audience_touched")
        .put("audiences", AUDIENCES)
        .put("users", TOUCHED)
        .put("worst_s", Comparison.rounded(rounds.highest("audience_touched_s")));
  }

  /**
   * Waits until the profiles have caught up with the log. Asks rarely: an answer with all metrics
   * takes the program milliseconds.
   */
  static void awaitProfiles(Product product) {
    await(
        Duration.ofMillis(200),
        () -> product.metric("postrider_follower_lag{follower=\"profiles\"}") == 0);
  }

  /**
   * Creates one of the audiences that have a condition on the same event; every touched user enters
   * one of them.
   */
  static String touchedAudience(Product product, int number)
      throws IOException, InterruptedException {
    String definition =
        """
        {"all":[{"event":"Touched","where":[{"property":"n","op":"equals","value":%d}],\
        "within":"7d","count":{"op":"at_least","value":1}},\
        {"trait":"seats","op":"exists"}]}\
        """
            .formatted(number);
    return audience(product, "Touched " + number, definition, null);
  }

  private static boolean all(Product product, Set<String> ids, Predicate<JsonNode> condition) {
    int met = 0;
    for (JsonNode one : product.audiences()) {
      met += ids.contains(one.required("id").asText()) && condition.test(one) ? 1 : 0;
    }
    return met == ids.size();
  }

  /** A batch with one call for each of many users, spread over all profiles. */
  static String touching(int people, int round, int audiences) {
    StringBuilder batch = new StringBuilder("{\"batch\":[");
    for (int i = 0; i < TOUCHED; i++) {
      int user = (int) ((long) people * i / TOUCHED) + round;
      batch
          .append(i == 0 ? "" : ",")
          .append("{\"type\":\"track\",\"userId\":\"")
          .append(PeopleBodies.user(user))
          .append("\",\"event\":\"Touched\",\"properties\":{\"n\":")
          .append(i % audiences)
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

  static void await(BooleanSupplier condition) {
    await(Duration.ofMillis(20), condition);
  }

  private static void await(Duration pause, BooleanSupplier condition) {
    long until = System.nanoTime() + TIMEOUT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > until) {
        throw new IllegalStateException("not finished after " + TIMEOUT);
      }
      LockSupport.parkNanos(pause.toNanos());
    }
  }

  private static double seconds(long fromNanos) {
    return (System.nanoTime() - fromNanos) / 1e9;
  }
}
