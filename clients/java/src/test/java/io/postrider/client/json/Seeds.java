package io.postrider.client.json;

import java.util.Random;

/** The seed of a randomized test: from -Dpostrider.seed or fixed; always printed. */
final class Seeds {
  private static final long DEFAULT = 20_260_101L;

  private Seeds() {}

  static Random random(Class<?> test) {
    long seed = Long.getLong("postrider.seed", DEFAULT);
    System.out.printf("%s: replay with -Dpostrider.seed=%d%n", test.getSimpleName(), seed);
    return new Random(seed);
  }
}
