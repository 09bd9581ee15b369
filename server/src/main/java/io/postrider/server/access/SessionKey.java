package io.postrider.server.access;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The key that signs session cookies. It is derived from the secrets key of the installation, so
 * every node with that key accepts them, also after a restart.
 *
 * <p>May be called from any thread. The key is read at construction if it exists, otherwise created
 * at the first sign-in: checking a cookie never waits for a file.
 */
public final class SessionKey {

  private final Supplier<byte[]> creator;
  private volatile byte @Nullable [] key;

  /**
   * Reads the key if it exists.
   *
   * @param existing the key, if it exists
   * @param creator returns the key, creating it if necessary
   */
  public SessionKey(Supplier<Optional<byte[]>> existing, Supplier<byte[]> creator) {
    this.creator = creator;
    this.key = existing.get().orElse(null);
  }

  /** The key; null if it does not exist yet, and therefore no session. */
  byte @Nullable [] known() {
    return key;
  }

  /** The key, created if necessary; may block. */
  byte[] knownOrCreated() {
    byte[] known = key;
    if (known == null) {
      known = creator.get();
      key = known;
    }
    return known;
  }
}
