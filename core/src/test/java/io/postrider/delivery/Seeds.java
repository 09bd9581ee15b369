package io.postrider.delivery;

import java.util.SplittableRandom;

/** The seed of a randomized test: given by -Dpostrider.seed, or else fixed, and always printed. */
final class Seeds {

  private static final long DEFAULT = 20_260_101L;

  private Seeds() {}

  static long first(Class<?> test) {
    long seed = Long.getLong("postrider.seed", DEFAULT);
    System.out.printf("%s: replay with -Dpostrider.seed=%d%n", test.getSimpleName(), seed);
    return seed;
  }

  static SplittableRandom random(Class<?> test) {
    return new SplittableRandom(first(test));
  }
}
