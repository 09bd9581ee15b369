package io.postrider.server.people.profile;

import io.postrider.id.Wtf8;
import io.postrider.message.HashKey;
import io.postrider.message.KeyedHash;

/** Hashes IDs and event names. Belongs to one thread. */
public final class IdHasher {

  private static final long EVENT = 100;

  private final KeyedHash hash;

  /** Hashes with the key of a profile store. */
  public IdHasher(HashKey key) {
    hash = new KeyedHash(key);
  }

  /** An id with its hash. */
  public Identity identity(Identity.Kind kind, String id) {
    byte[] bytes = Wtf8.encode(id);
    return new Identity(kind, IdHash.of(hash.wide(kind.code(), bytes)), bytes);
  }

  public long event(String name) {
    return hash.narrow(EVENT, Wtf8.encode(name));
  }
}
