package io.postrider.server.access;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What session cookies are signed with: derived from the installation's secrets key, so that every
 * node that has that key honours them, after a restart too.
 *
 * <p>May be called from any thread. The key is fetched when this is made, if it is there, and
 * otherwise made with the first sign-in: checking a cookie never waits for a file.
 */
public final class SessionKey {

  private final Supplier<byte[]> maker;
  private volatile byte @Nullable [] key;

  /**
   * A key from somewhere else.
   *
   * @param there the key, if there is one
   * @param maker gives the key, and makes it if there is none
   */
  public SessionKey(Supplier<Optional<byte[]>> there, Supplier<byte[]> maker) {
    this.maker = maker;
    this.key = there.get().orElse(null);
  }

  /** The key, or null while there is none; then nobody can have a session. */
  byte @Nullable [] known() {
    return key;
  }

  /** The key, made now if there is none; it may block. */
  byte[] made() {
    byte[] known = key;
    if (known == null) {
      known = maker.get();
      key = known;
    }
    return known;
  }
}
