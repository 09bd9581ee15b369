package io.postrider.client.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The {@code X-Signature} of a webhook request: HMAC-SHA1 over the body, in lower-case hexadecimal
 * digits. Any thread may use it.
 *
 * <p>Verify the raw bytes, before parsing them.
 */
public final class Signature {
  private static final String ALGORITHM = "HmacSHA1";
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private Signature() {}

  /**
   * Whether a request was signed with a shared secret. Compares in constant time. Returns false for
   * an empty secret, which proves nothing.
   *
   * @param secret the destination's shared secret
   * @param body the request's body, byte for byte
   * @param header the value of {@code X-Signature}, or null if the request has none
   */
  public static boolean verify(String secret, byte[] body, @Nullable String header) {
    if (secret.isEmpty()) {
      return false;
    }
    byte[] given = (header == null ? "" : header).getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(sign(secret, body).getBytes(StandardCharsets.US_ASCII), given);
  }

  /**
   * The signature of a body.
   *
   * @throws IllegalArgumentException if the secret is empty
   */
  public static String sign(String secret, byte[] body) {
    if (secret.isEmpty()) {
      throw new IllegalArgumentException("The shared secret must not be empty.");
    }
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return hex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no " + ALGORITHM + ".", e);
    }
  }

  private static String hex(byte[] bytes) {
    char[] digits = new char[bytes.length * 2];
    for (int i = 0; i < bytes.length; i++) {
      digits[2 * i] = HEX[bytes[i] >> 4 & 0xf];
      digits[2 * i + 1] = HEX[bytes[i] & 0xf];
    }
    return new String(digits);
  }
}
