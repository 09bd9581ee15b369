package io.postrider.privacy;

import io.postrider.id.SourceId;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.message.UserHash;
import org.jspecify.annotations.Nullable;

/**
 * The users whose messages are rejected, for all sources or for one. Stores hashes, not IDs.
 *
 * <p>It only grows: lifting a suppression takes a new one. One thread at a time adds; any number of
 * threads ask meanwhile and never wait. While nobody is suppressed a question costs nothing, then
 * one hash and one look for each kind of suppression that there is.
 *
 * <p>A message counts if its {@code userId} is suppressed; an alias also if its {@code previousId}
 * is, because it would keep that id too. Anonymous ids and group ids never count.
 */
public final class SuppressedUsers {

  /** How many suppressions there may be: 2<sup>21</sup> of them take 64 MiB. */
  public static final int MOST = 2_000_000;

  private final HashSet128 everywhere = new HashSet128();
  private final HashSet128 within = new HashSet128();
  private volatile boolean anyEverywhere;
  private volatile boolean anyWithin;

  /**
   * Suppresses a user.
   *
   * @param hash of the adding thread
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

  /** Whether nobody is suppressed. */
  public boolean isEmpty() {
    return !anyEverywhere && !anyWithin;
  }

  /** How many suppressions there are; exact for the adding thread. */
  public int size() {
    return everywhere.size() + within.size();
  }

  /** How much memory they take. */
  public long sizeBytes() {
    return everywhere.sizeBytes() + within.sizeBytes();
  }

  /**
   * Whether a message is of a suppressed user.
   *
   * @param hash of the asking thread
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
