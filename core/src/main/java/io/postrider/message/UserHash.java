package io.postrider.message;

import io.postrider.id.SourceId;

/**
 * A keyed 128-bit hash that identifies a user without storing the ID, for one source or for all.
 *
 * <p>Reusable; belongs to one thread. It uses the canonical bytes of the ID, so that IDs in
 * messages and in requests agree. {@link #high} and {@link #low} return the hash that another
 * method computed.
 */
public final class UserHash {

  /** Separates these hashes from those in records. */
  private static final long EVERYWHERE = 'e';

  private static final long WITHIN = 'w';

  private final SipHash everywhere;
  private final SipHash within;
  private final SipHash inRecords;
  private long begunSource;
  private SipHash last;

  public UserHash(HashKey key) {
    everywhere = new SipHash(key, true);
    everywhere.begin(EVERYWHERE);
    within = new SipHash(key, true);
    within.begin(WITHIN, begunSource);
    inRecords = new SipHash(key, false);
    last = everywhere;
  }

  /** Hashes a user of all sources; the range excludes the quotes. */
  public void everywhere(byte[] bytes, int from, int to) {
    everywhere.hash(bytes, from, to);
    last = everywhere;
  }

  /** Hashes a user of one source; the range excludes the quotes. */
  public void within(long sourceBits, byte[] bytes, int from, int to) {
    if (sourceBits != begunSource) {
      begunSource = sourceBits;
      within.begin(WITHIN, sourceBits);
    }
    within.hash(bytes, from, to);
    last = within;
  }

  public void everywhere(String userId) {
    byte[] stringBytes = CanonicalJson.stringBytes(userId);
    everywhere(stringBytes, 0, stringBytes.length);
  }

  public void within(SourceId source, String userId) {
    byte[] stringBytes = CanonicalJson.stringBytes(userId);
    within(source.bits(), stringBytes, 0, stringBytes.length);
  }

  /** The user hash in records of one source; independent of {@link #high} and {@link #low}. */
  public long inRecords(SourceId source, String userId) {
    byte[] stringBytes = CanonicalJson.stringBytes(userId);
    inRecords.begin(source.bits(), RecordWriter.USER);
    inRecords.hash(stringBytes, 0, stringBytes.length);
    return inRecords.low();
  }

  /** The second half of the last hash. */
  public long high() {
    return last.high();
  }

  /** The first half of the last hash. */
  public long low() {
    return last.low();
  }
}
