package io.postrider.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.route.SharedSecret;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Signs the bodies sent to one destination. Belongs to one thread.
 *
 * <p>{@code X-Signature} is made with the current secret. The signatures of Standard Webhooks name
 * every secret that is still valid, so that a receiver can switch at any time before expiry.
 */
public final class Signer {

  /** The prefix of a base64 key in the form of Standard Webhooks. */
  private static final String ENCODED_KEY = "whsec_";

  private static final HexFormat HEX = HexFormat.of();

  private final Hmac current;
  private final List<Key> keys = new ArrayList<>();

  private record Key(SharedSecret secret, Hmac hmac) {}

  /** Signs with these secrets, the current one first; there must be one. */
  public Signer(List<SharedSecret> secrets) {
    this.current = Hmac.sha1(secrets.getFirst().value().getBytes(UTF_8));
    for (SharedSecret secret : secrets) {
      keys.add(new Key(secret, Hmac.sha256(standardKey(secret.value()))));
    }
  }

  /** The value of {@code X-Signature}: HMAC-SHA1 over exactly these bytes, in lowercase hex. */
  public String signature(byte[] body) {
    return HEX.formatHex(current.add(body).digest());
  }

  /**
   * The value of {@code webhook-signature}: for each secret {@code v1,} and the HMAC-SHA256 over
   * id, time and body, joined by points, in base64.
   */
  public String standardSignature(String webhookId, Instant now, byte[] body) {
    byte[] head = (webhookId + "." + now.getEpochSecond() + ".").getBytes(UTF_8);
    StringBuilder signatures = new StringBuilder();
    for (Key key : keys) {
      if (key.secret.validAt(now)) {
        byte[] digest = key.hmac.add(head).add(body).digest();
        signatures
            .append(signatures.isEmpty() ? "v1," : " v1,")
            .append(Base64.getEncoder().encodeToString(digest));
      }
    }
    return signatures.toString();
  }

  private static byte[] standardKey(String secret) {
    if (secret.startsWith(ENCODED_KEY)) {
      try {
        return Base64.getDecoder().decode(secret.substring(ENCODED_KEY.length()));
      } catch (IllegalArgumentException notEncoded) {
        // a plain secret that happens to start with the prefix
      }
    }
    return secret.getBytes(UTF_8);
  }
}
