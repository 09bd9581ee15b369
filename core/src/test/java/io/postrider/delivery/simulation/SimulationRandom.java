package io.postrider.delivery.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The random numbers of a seed. */
public final class SimulationRandom {

  private final SplittableRandom random;

  public SimulationRandom(long seed) {
    this.random = new SplittableRandom(seed);
  }

  public boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** A number in an inclusive range. */
  public long between(long least, long most) {
    return random.nextLong(least, most + 1);
  }

  public int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /** A number in a range, log-uniform. */
  public long magnitude(long least, long most) {
    return Math.round(least * Math.exp(random.nextDouble() * Math.log((double) most / least)));
  }

  /** An exponentially distributed delay with a mean. */
  public long around(double meanMillis) {
    return Math.max(1, Math.round(-meanMillis * Math.log(1 - random.nextDouble())));
  }

  public <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** An independent generator, whose use does not affect this one. */
  public RandomGenerator apart() {
    return random.split();
  }
}
