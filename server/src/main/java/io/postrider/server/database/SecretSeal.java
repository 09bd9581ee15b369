package io.postrider.server.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.id.DestinationId;
import io.postrider.server.config.Config;
import io.postrider.server.config.PrivateFile;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.FolderManifest;
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
 * Encrypts secrets for the database: AES-256-GCM with a fresh nonce, bound to the owner so that a
 * row moved to another owner does not decrypt.
 *
 * <p>May be called from any thread. The key is loaded or created when it is first needed.
 */
public final class SecretSeal {

  /** The length of a key in bytes. */
  public static final int KEY_LENGTH = 32;

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
   * Creates a seal.
   *
   * @param place where the key is, for messages
   * @param exists whether the key exists
   * @param opener loads the key, and creates it if it does not exist
   */
  public SecretSeal(String place, BooleanSupplier exists, Supplier<byte[]> opener) {
    this.place = place;
    this.exists = exists;
    this.opener = opener;
  }

  /** Seals with the configured key, or else with the key file of the data folder. */
  public static SecretSeal of(Config config, FolderManifest manifest) {
    Optional<byte[]> key = config.secrets().bytes();
    if (key.isPresent()) {
      return new SecretSeal("the setting secrets.key", () -> true, key::get);
    }
    Path file = DataFile.SECRETS_KEY.in(manifest.folder()).toAbsolutePath();
    return new SecretSeal(
        "the file " + file, () -> Files.exists(file), () -> openKey(file, manifest));
  }

  /** Opens the key file. A new one is listed before anything is sealed with it. */
  private static byte[] openKey(Path file, FolderManifest manifest) {
    boolean isNew = !Files.exists(file);
    byte[] key = PrivateFile.openKey(file, KEY_LENGTH, "shared secrets cannot be read");
    if (isNew) {
      manifest.list(DataFile.SECRETS_KEY);
    }
    return key;
  }

  /**
   * The owner of a secret.
   *
   * @param words its name in messages
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Owner(String words, byte[] binding) {

    public static final Owner WORKSPACE = new Owner("the workspace", "workspace".getBytes(UTF_8));

    public static Owner of(DestinationId id) {
      byte[] binding = ByteBuffer.allocate(Long.BYTES).putLong(id.bits()).array();
      return new Owner("destination " + id, binding);
    }
  }

  /** A key for another purpose, derived from this one; empty while there is no key. */
  public Optional<byte[]> derivedIfThere(String purpose) {
    return key != null || exists.getAsBoolean() ? Optional.of(derived(purpose)) : Optional.empty();
  }

  /** A key for another purpose, derived from this one, which is created if it does not exist. */
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
      throw unreadable(owner, "is missing");
    }
    if (sealed.length <= NONCE_LENGTH) {
      throw unreadable(owner, "does not match the stored value");
    }
    byte[] nonce = Arrays.copyOf(sealed, NONCE_LENGTH);
    try {
      byte[] secret =
          cipher(Cipher.DECRYPT_MODE, owner, nonce)
              .doFinal(sealed, NONCE_LENGTH, sealed.length - NONCE_LENGTH);
      return new String(secret, UTF_8);
    } catch (AEADBadTagException wrongKey) {
      throw unreadable(owner, "is not the one that sealed it");
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("Every JDK has " + CIPHER, impossible);
    }
  }

  private UnreadableSecretException unreadable(Owner owner, String what) {
    return new UnreadableSecretException(
        ("Cannot read the shared secret of %s: the key in %s %s. Restore the key from a backup or"
                + " another node. If it is lost, see docs/operating.md.")
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
