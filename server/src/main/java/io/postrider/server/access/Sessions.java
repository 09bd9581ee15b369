package io.postrider.server.access;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.server.access.TokenLookup.Credential;
import io.postrider.server.database.SecretSeal;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Browser sessions: a cookie holds a token ID, an expiry time, a session ID and a signature. The
 * server stores only the IDs of sessions that ended early.
 *
 * <p>The signing key is derived from the secrets key of the installation, so every node with that
 * key accepts the cookies, also after a restart. Checking a cookie never waits for a file.
 *
 * <p>May be called from any thread. The signature also covers the hash of the token. So a session
 * ends when it expires, when its user signs out, when its token is revoked or expires, and when the
 * operator's token is replaced. Its role is the current role of the token.
 */
public final class Sessions {

  /** The length of a session, unless its token expires earlier. */
  static final Duration LENGTH = Duration.ofHours(12);

  private static final String ALGORITHM = "HmacSHA256";
  private static final Pattern TEXT =
      Pattern.compile("([a-z0-9_]{1,20})\\.(\\d{1,15})\\.([\\w-]{16})\\.([\\w-]{43})");

  /** As many random bytes as make the ID of a session. */
  private static final int ID_BYTES = 12;

  private final SecretSeal seal;
  private final String purpose;
  private final TokenLookup keyring;
  private final RandomGenerator random;
  private volatile byte @Nullable [] key;

  /** Reads the key if it exists; otherwise the first sign-in creates it. */
  public Sessions(SecretSeal seal, String purpose, TokenLookup keyring, RandomGenerator random) {
    this.seal = seal;
    this.purpose = purpose;
    this.keyring = keyring;
    this.random = random;
    this.key = seal.derivedIfThere(purpose).orElse(null);
  }

  /** A valid session. */
  public record Session(String id, Credential credential, Instant expiresAt) {}

  /** When a session that starts now ends. */
  public static Instant end(Credential credential, Instant now) {
    Instant end = now.plus(LENGTH).truncatedTo(ChronoUnit.MILLIS);
    Instant last = credential.expiresAt();
    return last != null && last.isBefore(end) ? last : end;
  }

  /** The cookie value of a new session; may block. */
  public String issued(Credential credential, Instant expiresAt) {
    String claim =
        "%s.%d.%s".formatted(credential.caller().id(), expiresAt.toEpochMilli(), newId());
    byte[] known = key;
    if (known == null) {
      known = seal.derived(purpose);
      key = known;
    }
    return claim + "." + signature(known, claim, credential);
  }

  private String newId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
  }

  /** The session of a cookie value, if it is valid. */
  public Optional<Session> read(String text, Instant now) {
    byte[] known = key;
    Matcher parts = TEXT.matcher(text);
    if (known == null || !parts.matches()) {
      return Optional.empty();
    }
    String claim = text.substring(0, parts.start(4) - 1);
    String id = parts.group(3);
    Instant expiresAt = Instant.ofEpochMilli(Long.parseLong(parts.group(2)));
    return keyring
        .find(parts.group(1), now)
        .filter(credential -> equal(signature(known, claim, credential), parts.group(4)))
        .filter(credential -> now.isBefore(expiresAt) && !keyring.isEnded(id))
        .map(credential -> new Session(id, credential, expiresAt));
  }

  private static String signature(byte[] key, String claim, Credential credential) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      mac.update(credential.hash().bytes());
      return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(bytes(claim)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("Every JDK has " + ALGORITHM, impossible);
    }
  }

  private static boolean equal(String one, String other) {
    return MessageDigest.isEqual(bytes(one), bytes(other));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }
}
