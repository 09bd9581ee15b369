package io.postrider.server.access;

import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import java.util.Base64;
import java.util.random.RandomGenerator;

/** Generates IDs and keys. They are unpredictable if the random generator is. */
public final class KeyGenerator {

  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int WRITE_KEY_LENGTH = 26;
  private static final int TOKEN_LENGTH = 26;
  private static final int ADMIN_TOKEN_LENGTH = 52;
  private static final int SHARED_SECRET_BYTES = 32;

  private final RandomGenerator random;

  /** Uses a generator; outside tests, a {@link java.security.SecureRandom}. */
  public KeyGenerator(RandomGenerator random) {
    this.random = random;
  }

  public SourceId sourceId() {
    return new SourceId(random.nextLong());
  }

  public DestinationId destinationId() {
    return new DestinationId(random.nextLong());
  }

  public ComputationId computationId(ComputationKind kind) {
    return new ComputationId(kind, random.nextLong());
  }

  public TokenId tokenId() {
    return new TokenId(random.nextLong());
  }

  /** A token of 130 random bits. */
  public String token() {
    return "prt_" + letters(TOKEN_LENGTH);
  }

  /** A shared secret of 256 random bits, in the format of Standard Webhooks. */
  public String sharedSecret() {
    byte[] bytes = new byte[SHARED_SECRET_BYTES];
    random.nextBytes(bytes);
    return "whsec_" + Base64.getEncoder().encodeToString(bytes);
  }

  /** A write key of 130 random bits. */
  public String writeKey() {
    return "wk_" + letters(WRITE_KEY_LENGTH);
  }

  /** An admin token of 260 random bits. */
  String adminToken() {
    return "prt_" + letters(ADMIN_TOKEN_LENGTH);
  }

  private String letters(int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }
}
