package io.postrider.delivery;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Bytes that somebody changed, with a checksum that is right again. */
final class CorruptBytes {

  private static final int CHECKSUM = 4;

  private CorruptBytes() {}

  /** Feeds mutants to a decoder, which may take them or refuse them as corrupt, nothing else. */
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
        // as it should
      }
    }
  }
}
