package io.postrider.server.ingest;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Makes message IDs of 128 random bits, such as {@code api-Zm9vYmFyYmF6cXV4MTIzNA}. */
final class RandomMessageIds implements Supplier<String> {

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  /** Two streams with separate seeds, so that all 128 bits are random. */
  private final SplittableRandom high = new SplittableRandom(new SecureRandom().nextLong());

  private final SplittableRandom low = new SplittableRandom(new SecureRandom().nextLong());

  @Override
  public String get() {
    byte[] bits = ByteBuffer.allocate(16).putLong(high.nextLong()).putLong(low.nextLong()).array();
    return "api-" + ENCODER.encodeToString(bits);
  }
}
