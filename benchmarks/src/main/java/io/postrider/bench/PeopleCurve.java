package io.postrider.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Evaluating audiences: batches with an event of each of 1,000 users, until the last membership.
 *
 * @param size makes the numbers of profiles and audiences from a value
 */
record PeopleCurve(Size size) implements Curve.Measuring {
  private static final int ROUNDS = 5;
  private static final int TOUCHED = 1_000;
  private static final int ASKED = 3;

  /** Makes the numbers of profiles and audiences from the value of what grows. */
  interface Size {
    People of(int x, boolean quick);
  }

  /** The numbers of profiles and of audiences over them. */
  record People(int profiles, int audiences) {}

  static PeopleCurve ofAudiences() {
    return new PeopleCurve((x, quick) -> new People(quick ? 5_000 : 100_000, x));
  }

  static PeopleCurve ofProfiles() {
    return new PeopleCurve((x, quick) -> new People(x, 10));
  }

  @Override
  public void measure(DeliverSetup setup, List<Long> points, Consumer<CurvePoint> results)
      throws IOException, InterruptedException {
    for (long x : points) {
      People people = size.of((int) x, setup.isQuick());
      try (Scratch scratch = setup.scratch(4096L * people.profiles())) {
        LogFiller.fill(scratch.folder().resolve("curve"), new PeopleBodies(people.profiles()));
        try (Product product = setup.product(scratch, "curve", null)) {
          AudienceMeasurement.awaitProfiles(product);
          results.accept(measure(product, people, x));
        }
      }
    }
  }

  private static CurvePoint measure(Product product, People people, long x)
      throws IOException, InterruptedException {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < people.audiences(); i++) {
      ids.add(AudienceMeasurement.touchedAudience(product, i));
    }
    AudienceMeasurement.await(
        () -> product.audience(ids.getLast()).required("status").asText().equals("live"));
    String key = product.createSource();
    long pid = product.child().pid();
    double[] rates = new double[ROUNDS];
    double[] cpus = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long expected = (round + 1L) * TOUCHED / people.audiences();
      String body = AudienceMeasurement.touching(people.profiles(), round, people.audiences());
      Duration before = ProcessorUse.withoutCompiler(pid);
      long from = System.nanoTime();
      product.track(key, "/v1/batch", body);
      for (String id : asked(ids)) {
        AudienceMeasurement.await(() -> product.audience(id).required("size").asLong() >= expected);
      }
      rates[round] = TOUCHED * 1e9 / (System.nanoTime() - from);
      Duration cpu = ProcessorUse.withoutCompiler(pid).minus(before);
      cpus[round] = cpu.toNanos() / 1e3 / TOUCHED;
    }
    Arrays.sort(rates);
    Arrays.sort(cpus);
    return new CurvePoint(
        x, Figures.exactMedian(rates), Figures.exactMedian(cpus), ProcessMemory.totalMib(pid));
  }

  /** The first, the middle and the last audience: asking for a thousand would take processors. */
  private static Set<String> asked(List<String> ids) {
    return IntStream.range(0, ASKED)
        .mapToObj(i -> ids.get((ids.size() - 1) * i / (ASKED - 1)))
        .collect(Collectors.toSet());
  }
}
