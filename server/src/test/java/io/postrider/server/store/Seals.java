package io.postrider.server.store;

import java.util.Arrays;

/** Seals for tests. */
final class Seals {

  static final SecretSeal SOME = of(1);

  private Seals() {}

  /** A seal whose key is made of one byte. */
  static SecretSeal of(int fill) {
    byte[] key = new byte[SecretSeal.KEY_LENGTH];
    Arrays.fill(key, (byte) fill);
    return new SecretSeal("the file /data/secrets-key", () -> true, () -> key);
  }
}
