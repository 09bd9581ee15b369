package io.postrider.privacy;

import io.postrider.id.SourceId;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.message.UserHash;
import org.jspecify.annotations.Nullable;

/**
 * The users whose messages are dropped, for all sources or for one. Stores hashes, not IDs.
 *
 * <p>Append-only: lifting a suppression needs a new instance. One thread at a time adds; any number
 * of threads read concurrently without locks. A lookup costs nothing while nobody is suppressed,
 * then one hash and one read for each kind of suppression in use.
 *
 * <p>A message is dropped if its {@code userId} is suppressed; an alias also if its {@code
 * previousId} is, because it would store that ID too. Anonymous IDs and group IDs are ignored.
 */
public final class SuppressedUsers {

  /** Maximum number of suppressions: 2<sup>21</sup> take 64 MiB. */
  public static final int MAX_SUPPRESSIONS = 2_000_000;

  private final HashSet128 everywhere = new HashSet128();
  private final HashSet128 within = new HashSet128();
  private volatile boolean anyEverywhere;
  private volatile boolean anyWithin;

  /**
   * Suppresses a user.
   *
   * @param hash an instance of the adding thread
   * @param source null for all sources
   */
  public void add(UserHash hash, @Nullable SourceId source, String userId) {
    if (source == null) {
      hash.everywhere(userId);
      everywhere.add(hash.high(), hash.low());
      anyEverywhere = true;
    } else {
      hash.within(source, userId);
      within.add(hash.high(), hash.low());
      anyWithin = true;
    }
  }

  public boolean isEmpty() {
    return !anyEverywhere && !anyWithin;
  }

  /** The number of suppressions; exact for the adding thread. */
  public int size() {
    return everywhere.size() + within.size();
  }

  public long sizeBytes() {
    return everywhere.sizeBytes() + within.sizeBytes();
  }

  /**
   * Whether a message belongs to a suppressed user.
   *
   * @param hash an instance of the calling thread
   * @param bytes the array that the record's buffer wraps from index 0
   */
  public boolean cover(RecordView record, byte[] bytes, UserHash hash) {
    return covers(record, Field.USER_ID, bytes, hash)
        || (record.is(MessageType.ALIAS) && covers(record, Field.PREVIOUS_ID, bytes, hash));
  }

  private boolean covers(RecordView record, Field field, byte[] bytes, UserHash hash) {
    int from = record.from(field) + 1;
    int to = record.to(field) - 1;
    if (from <= 0) {
      return false;
    }
    if (anyEverywhere) {
      hash.everywhere(bytes, from, to);
      if (everywhere.contains(hash.high(), hash.low())) {
        return true;
      }
    }
    if (anyWithin) {
      hash.within(record.sourceBits(), bytes, from, to);
      return within.contains(hash.high(), hash.low());
    }
    return false;
  }
}
