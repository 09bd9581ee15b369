package io.postrider.delivery;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Random corruption of encoded bytes, with a valid checksum. */
final class CorruptBytes {

  private static final int CHECKSUM = 4;

  private CorruptBytes() {}

  /** Feeds corrupt bytes to a decoder, which must accept them or report corruption. */
  static void mutated(byte[] bytes, RandomGenerator random, int times, Consumer<byte[]> decoder) {
    for (int i = 0; i < times; i++) {
      byte[] mutant = Arrays.copyOf(bytes, bytes.length - CHECKSUM);
      for (int left = random.nextInt(1, 4); left > 0 && mutant.length > 1; left--) {
        int at = random.nextInt(1, mutant.length);
        switch (random.nextInt(4)) {
          case 0 -> mutant[at] = (byte) random.nextInt();
          case 1 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
          case 2 -> mutant = Arrays.copyOf(mutant, at);
          default -> mutant = Arrays.copyOf(mutant, mutant.length + random.nextInt(9));
        }
      }
      ByteWriter out = new ByteWriter(mutant.length);
      out.array(mutant);
      try {
        decoder.accept(out.finish());
      } catch (CursorCorruptException expected) {
        // expected
      }
    }
  }
}
