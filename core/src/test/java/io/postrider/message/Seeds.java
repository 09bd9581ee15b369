package io.postrider.message;

import java.util.Random;

/** The seed of a randomized test: given by -Dpostrider.seed, or else fixed, and always printed. */
public final class Seeds {

  private static final long DEFAULT = 20_260_101L;

  private Seeds() {}

  public static Random random(Class<?> test) {
    long seed = Long.getLong("postrider.seed", DEFAULT);
    System.out.printf("%s: replay with -Dpostrider.seed=%d%n", test.getSimpleName(), seed);
    return new Random(seed);
  }
}
