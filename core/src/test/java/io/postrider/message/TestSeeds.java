package io.postrider.message;

import java.util.Random;

/** The seed of a randomized test: -Dpostrider.seed, or a fixed default. Always printed. */
public final class TestSeeds {

  private static final long DEFAULT = 20_260_101L;

  private TestSeeds() {}

  public static long seed(Class<?> test) {
    long seed = Long.getLong("postrider.seed", DEFAULT);
    System.out.printf("%s: replay with -Dpostrider.seed=%d%n", test.getSimpleName(), seed);
    return seed;
  }

  public static Random random(Class<?> test) {
    return new Random(seed(test));
  }
}
