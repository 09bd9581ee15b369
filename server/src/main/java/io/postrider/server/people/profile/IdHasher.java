package io.postrider.server.people.profile;

import io.postrider.message.HashKey;
import io.postrider.message.KeyedHash;
import io.postrider.profile.IdBytes;

/** The hashes that ids and names of events are kept under. Belongs to one thread. */
public final class IdHasher {

  private static final long EVENT = 100;

  private final KeyedHash hash;

  /** Hashes under the key that the profiles at hand were kept with. */
  public IdHasher(HashKey key) {
    hash = new KeyedHash(key);
  }

  /** An id with its hash. */
  public Identity identity(Identity.Kind kind, String id) {
    byte[] bytes = IdBytes.of(id);
    return new Identity(kind, IdHash.of(hash.wide(kind.code(), bytes)), bytes);
  }

  /** The hash of an event's name. */
  public long event(String name) {
    return hash.narrow(EVENT, IdBytes.of(name));
  }
}
