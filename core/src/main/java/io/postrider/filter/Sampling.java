package io.postrider.filter;

import io.postrider.message.CanonicalValue;
import io.postrider.message.Field;
import io.postrider.message.RecordView;
import org.jspecify.annotations.Nullable;

/**
 * Deterministic sampling by ID. Pure.
 *
 * <p>The hash of an ID is the same in every filter, destination, node and restart. So a larger
 * sample includes every smaller one, and two filters with the same rate select the same IDs.
 */
final class Sampling {

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private Sampling() {}

  static boolean keeps(FilterAction.Sample sample, RecordView record) {
    CanonicalValue id = id(sample.by(), record);
    return id != null && bucket(id) < sample.perMillion();
  }

  /** The anonymous ID replaces a missing user ID. */
  private static @Nullable CanonicalValue id(FilterAction.By by, RecordView record) {
    if (by == FilterAction.By.USER_ID) {
      CanonicalValue user = record.canonical(Field.USER_ID);
      CanonicalValue known = user == null ? record.canonical(Field.ANONYMOUS_ID) : user;
      if (known != null) {
        return known;
      }
    }
    return record.canonical(Field.MESSAGE_ID);
  }

  /** A number below a million: FNV-1a over the canonical ID, mixed like MurmurHash3. */
  private static long bucket(CanonicalValue id) {
    long hash = FNV_OFFSET;
    for (int i = id.from(); i < id.to(); i++) {
      hash = (hash ^ (id.at(i) & 0xFF)) * FNV_PRIME;
    }
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    hash ^= hash >>> 33;
    return Long.remainderUnsigned(hash, FilterAction.Sample.ALL);
  }
}
