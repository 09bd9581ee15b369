package io.postrider.server.people.profile;

import io.postrider.id.Wtf8;
import io.postrider.message.HashKey;
import io.postrider.message.KeyedHash;

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
    byte[] bytes = Wtf8.encode(id);
    return new Identity(kind, IdHash.of(hash.wide(kind.code(), bytes)), bytes);
  }

  /** The hash of an event's name. */
  public long event(String name) {
    return hash.narrow(EVENT, Wtf8.encode(name));
  }
}
