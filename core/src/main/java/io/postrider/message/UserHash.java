package io.postrider.message;

import io.postrider.id.SourceId;

/**
 * The keyed hash of 128 bits by which a user is known without keeping the id: of one source, or of
 * all of them.
 *
 * <p>Reusable; belongs to one thread. It is taken over the settled spelling of the id, so that what
 * a message says and what a person asks for agree. The hash is what {@link #high} and {@link #low}
 * say after one of the other methods.
 */
public final class UserHash {

  /** Sets these hashes apart from those of records. */
  private static final long EVERYWHERE = 'e';

  private static final long WITHIN = 'w';

  private final SipHash everywhere;
  private final SipHash within;
  private final SipHash inRecords;
  private long begunSource;
  private SipHash last;

  /** Hashes with a key. */
  public UserHash(HashKey key) {
    everywhere = new SipHash(key, true);
    everywhere.begin(EVERYWHERE);
    within = new SipHash(key, true);
    within.begin(WITHIN, begunSource);
    inRecords = new SipHash(key, false);
    last = everywhere;
  }

  /** Takes the hash of a user whatever the source; the range lies between the quotes. */
  public void everywhere(byte[] bytes, int from, int to) {
    everywhere.hash(bytes, from, to);
    last = everywhere;
  }

  /** Takes the hash of a user of one source; the range lies between the quotes. */
  public void within(long sourceBits, byte[] bytes, int from, int to) {
    if (sourceBits != begunSource) {
      begunSource = sourceBits;
      within.begin(WITHIN, sourceBits);
    }
    within.hash(bytes, from, to);
    last = within;
  }

  /** Takes the hash of a user whatever the source. */
  public void everywhere(String userId) {
    byte[] spelled = CanonicalJson.spelled(userId);
    everywhere(spelled, 0, spelled.length);
  }

  /** Takes the hash of a user of one source. */
  public void within(SourceId source, String userId) {
    byte[] spelled = CanonicalJson.spelled(userId);
    within(source.bits(), spelled, 0, spelled.length);
  }

  /** The hash that the records of a user of one source carry; another one than the last taken. */
  public long inRecords(SourceId source, String userId) {
    byte[] spelled = CanonicalJson.spelled(userId);
    inRecords.begin(source.bits(), RecordWriter.USER);
    inRecords.hash(spelled, 0, spelled.length);
    return inRecords.low();
  }

  /** The second half of the hash last taken. */
  public long high() {
    return last.high();
  }

  /** The first half of the hash last taken. */
  public long low() {
    return last.low();
  }
}
