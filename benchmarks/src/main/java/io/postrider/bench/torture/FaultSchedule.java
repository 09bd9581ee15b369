package io.postrider.bench.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Draws faults from a seed. Every kind occurs once before any occurs again; every third step
 * injects two faults at once.
 */
final class FaultSchedule {

  /** Faults that begin together, and the rest after them. */
  record Step(List<Fault> faults, Duration rest) {}

  private static final int COMBINE_EVERY = 3;

  private final Random random;
  private final List<Fault.Kind> drawn = new ArrayList<>();
  private int steps;

  FaultSchedule(long seed) {
    this.random = new Random(seed);
  }

  Step next() {
    List<Fault> faults = new ArrayList<>(List.of(fault()));
    if (++steps % COMBINE_EVERY == 0) {
      faults.add(fault());
    }
    return new Step(List.copyOf(faults), Duration.ofMillis(500 + random.nextInt(2_500)));
  }

  private Fault fault() {
    if (drawn.isEmpty()) {
      drawn.addAll(List.of(Fault.Kind.values()));
      Collections.shuffle(drawn, random);
    }
    return new Fault(
        drawn.removeLast(), Duration.ofMillis(500 + random.nextInt(7_500)), random.nextDouble());
  }
}
