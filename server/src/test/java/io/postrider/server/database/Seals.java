package io.postrider.server.database;

import java.util.Arrays;

/** Seals for tests. */
public final class Seals {

  public static final SecretSeal SOME = of(1);

  private Seals() {}

  /** A seal whose key is made of one byte. */
  public static SecretSeal of(int fill) {
    byte[] key = new byte[SecretSeal.KEY_LENGTH];
    Arrays.fill(key, (byte) fill);
    return new SecretSeal("the file /data/secrets-key", () -> true, () -> key);
  }
}
