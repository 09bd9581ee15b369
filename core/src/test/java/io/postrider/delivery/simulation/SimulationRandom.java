package io.postrider.delivery.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The one source of chance of a world. */
final class SimulationRandom {

  private final SplittableRandom random;

  SimulationRandom(long seed) {
    this.random = new SplittableRandom(seed);
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** A number between two, both included. */
  long between(long least, long most) {
    return random.nextLong(least, most + 1);
  }

  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /** A number between two of which each order of magnitude is as likely. */
  long magnitude(long least, long most) {
    return Math.round(least * Math.exp(random.nextDouble() * Math.log((double) most / least)));
  }

  /** A time to wait for what happens once in so long on average. */
  long around(double meanMillis) {
    return Math.max(1, Math.round(-meanMillis * Math.log(1 - random.nextDouble())));
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** A source of chance for somebody else, so that how often he asks changes nothing here. */
  RandomGenerator apart() {
    return random.split();
  }
}
