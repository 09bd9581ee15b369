package io.postrider.server.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.id.DestinationId;
import io.postrider.server.config.Config;
import io.postrider.server.config.KeyFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals secrets for the database: AES-256-GCM with a nonce of its own for each, bound to its owner
 * so that a row moved to another owner does not open.
 *
 * <p>May be called from any thread. The key is fetched when it is first needed, so an installation
 * without secrets has none.
 */
public final class SecretSeal {

  /** How many bytes a key has. */
  public static final int KEY_LENGTH = 32;

  private static final String KEY_FILE = "secrets-key";
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final String DERIVATION = "HmacSHA256";
  private static final int NONCE_LENGTH = 12;
  private static final int TAG_BITS = 128;

  private final String place;
  private final BooleanSupplier exists;
  private final Supplier<byte[]> opener;
  private final SecureRandom random = new SecureRandom();
  private final ReentrantLock opening = new ReentrantLock();
  private volatile @Nullable SecretKey key;

  /**
   * Seals with a key that is somewhere else.
   *
   * @param place where the key is, in words
   * @param exists whether there is one
   * @param opener gives the key, and makes it if there is none
   */
  public SecretSeal(String place, BooleanSupplier exists, Supplier<byte[]> opener) {
    this.place = place;
    this.exists = exists;
    this.opener = opener;
  }

  /** Seals with the configured key, or else with the key file of the data folder. */
  public static SecretSeal of(Config config, Path dataFolder) {
    Optional<byte[]> key = config.secrets().bytes();
    if (key.isPresent()) {
      return new SecretSeal("the setting secrets.key", () -> true, key::get);
    }
    Path file = dataFolder.resolve(KEY_FILE).toAbsolutePath();
    return new SecretSeal(
        "the file " + file,
        () -> Files.exists(file),
        () -> KeyFile.open(file, KEY_LENGTH, "shared secrets cannot be read"));
  }

  /**
   * Whose a secret is.
   *
   * @param words what people call it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Owner(String words, byte[] binding) {

    public static final Owner WORKSPACE = new Owner("the workspace", "workspace".getBytes(UTF_8));

    static Owner of(DestinationId id) {
      byte[] binding = ByteBuffer.allocate(Long.BYTES).putLong(id.bits()).array();
      return new Owner("destination " + id, binding);
    }
  }

  /** A key for another purpose, derived from this one; nothing while there is none. */
  public Optional<byte[]> derivedIfThere(String purpose) {
    return key != null || exists.getAsBoolean() ? Optional.of(derived(purpose)) : Optional.empty();
  }

  /** A key for another purpose, derived from this one, which is made if there is none. */
  public byte[] derived(String purpose) {
    try {
      Mac mac = Mac.getInstance(DERIVATION);
      mac.init(new SecretKeySpec(key().getEncoded(), DERIVATION));
      return mac.doFinal(purpose.getBytes(UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("Every JDK has " + DERIVATION, impossible);
    }
  }

  public byte[] seal(DestinationId id, String secret) {
    return seal(Owner.of(id), secret);
  }

  public byte[] seal(Owner owner, String secret) {
    byte[] nonce = new byte[NONCE_LENGTH];
    random.nextBytes(nonce);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, owner, nonce).doFinal(secret.getBytes(UTF_8));
      return ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("Every JDK has " + CIPHER, impossible);
    }
  }

  public String unseal(DestinationId id, byte[] sealed) {
    return unseal(Owner.of(id), sealed);
  }

  public String unseal(Owner owner, byte[] sealed) {
    if (key == null && !exists.getAsBoolean()) {
      throw unreadable(owner, "is not there");
    }
    if (sealed.length <= NONCE_LENGTH) {
      throw unreadable(owner, "did not make what the database holds");
    }
    byte[] nonce = Arrays.copyOf(sealed, NONCE_LENGTH);
    try {
      byte[] secret =
          cipher(Cipher.DECRYPT_MODE, owner, nonce)
              .doFinal(sealed, NONCE_LENGTH, sealed.length - NONCE_LENGTH);
      return new String(secret, UTF_8);
    } catch (AEADBadTagException wrongKey) {
      throw unreadable(owner, "is not the one it was sealed with");
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("Every JDK has " + CIPHER, impossible);
    }
  }

  private UnreadableSecretException unreadable(Owner owner, String what) {
    return new UnreadableSecretException(
        ("The shared secret of %s cannot be read: the key in %s %s. Put that key back from a backup"
                + " or another node; docs/operating.md says what to do if it is lost.")
            .formatted(owner.words(), place, what));
  }

  private Cipher cipher(int mode, Owner owner, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key(), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(owner.binding());
    return cipher;
  }

  private SecretKey key() {
    SecretKey known = key;
    if (known != null) {
      return known;
    }
    opening.lock();
    try {
      known = key;
      if (known == null) {
        known = new SecretKeySpec(opener.get(), "AES");
        key = known;
      }
      return known;
    } finally {
      opening.unlock();
    }
  }
}
