package io.postrider.server.commands.receiver;

import io.postrider.route.SharedSecret;
import io.postrider.webhook.Signer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the signatures of a webhook prove. */
public enum SignatureState {
  /** Every signature is right, and there is one. */
  VALID,
  /** A signature is wrong, or its time is. */
  INVALID,
  /** The request has no signature. */
  MISSING,
  /** Nobody gave a secret to check it with. */
  UNCHECKED;

  /** How far the time of a signature may be from now. */
  static final Duration TOLERANCE = Duration.ofMinutes(5);

  /** As it is printed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Checks {@code X-Signature}, and {@code webhook-signature} of Standard Webhooks.
   *
   * @param secret null if there is none
   * @param header the value of a header, or null
   */
  static SignatureState of(
      @Nullable String secret,
      Function<String, @Nullable String> header,
      byte[] body,
      Instant now) {
    if (secret == null) {
      return UNCHECKED;
    }
    Signer signer = new Signer(List.of(SharedSecret.current(secret)));
    String plain = header.apply("X-Signature");
    String standard = header.apply("webhook-signature");
    if (plain == null && standard == null) {
      return MISSING;
    }
    boolean valid =
        (plain == null || same(plain, signer.signature(body)))
            && (standard == null || isValid(signer, header, standard, body, now));
    return valid ? VALID : INVALID;
  }

  private static boolean isValid(
      Signer signer,
      Function<String, @Nullable String> header,
      String signatures,
      byte[] body,
      Instant now) {
    String id = header.apply("webhook-id");
    String seconds = header.apply("webhook-timestamp");
    if (id == null || seconds == null || !seconds.matches("[0-9]{1,12}")) {
      return false;
    }
    Instant at = Instant.ofEpochSecond(Long.parseLong(seconds));
    String expected = signer.standardSignature(id, at, body);
    boolean found = false;
    for (String signature : signatures.split(" ", -1)) {
      found |= same(signature, expected);
    }
    return found && Duration.between(at, now).abs().compareTo(TOLERANCE) <= 0;
  }

  /** Compares in constant time. */
  private static boolean same(String given, String expected) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
  }
}
