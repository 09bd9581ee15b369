package io.postrider.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.route.SharedSecret;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs the bodies sent to one destination. Belongs to one thread.
 *
 * <p>{@code X-Signature} uses the current secret. {@code webhook-signature} has one signature for
 * each secret that is still valid, so that a receiver can switch at any time before expiry.
 */
public final class Signer {

  /** The prefix of a base64 key in the form of Standard Webhooks. */
  private static final String ENCODED_KEY = "whsec_";

  private static final HexFormat HEX = HexFormat.of();

  private final Mac current;
  private final List<Key> keys = new ArrayList<>();

  private record Key(SharedSecret secret, Mac hmac) {}

  /** Signs with these secrets, the current one first; there must be one. */
  public Signer(List<SharedSecret> secrets) {
    this.current = hmac("HmacSHA1", secrets.getFirst().value().getBytes(UTF_8));
    for (SharedSecret secret : secrets) {
      keys.add(new Key(secret, hmac("HmacSHA256", standardKey(secret.value()))));
    }
  }

  private static Mac hmac(String algorithm, byte[] key) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      // HMAC pads keys with zero bytes, so one zero byte equals the empty key, which the JDK
      // rejects
      mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, algorithm));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }

  /** The value of {@code X-Signature}: HMAC-SHA1 over exactly these bytes, in lowercase hex. */
  public String signature(byte[] body) {
    return HEX.formatHex(current.doFinal(body));
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
        key.hmac.update(head);
        byte[] digest = key.hmac.doFinal(body);
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
