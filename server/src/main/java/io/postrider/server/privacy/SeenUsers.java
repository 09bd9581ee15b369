package io.postrider.server.privacy;

import io.postrider.log.LogRecord;
import io.postrider.message.Field;
import io.postrider.message.HashKey;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.message.UserHash;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.Projection;
import io.postrider.server.privacy.SeenStore.Pair;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Derives from the log which users were seen in which sources: by {@code userId}, and for an alias
 * also by {@code previousId}.
 *
 * <p>A recently seen pair costs one cache lookup, by the hash of source and user in its record. For
 * other pairs the user ID is hashed and the store is updated. Records that were lost or cannot be
 * parsed leave a gap.
 */
public final class SeenUsers implements Projection {

  /** The cache size of all partitions together: 2 MiB. */
  private static final int RECENT = 1 << 18;

  private static final int FEWEST_RECENT = 1 << 12;

  private final SeenStore store;
  private final InstantSource time;
  private final List<Reader> readers;

  /** Writes to a store, from a log with so many partitions. */
  public SeenUsers(SeenStore store, HashKey key, int partitions, InstantSource time) {
    this.store = store;
    this.time = time;
    int slots = Math.max(FEWEST_RECENT, Integer.highestOneBit(RECENT / partitions));
    this.readers =
        IntStream.range(0, partitions)
            .mapToObj(i -> new Reader(new UserHash(key), new PairCache(slots)))
            .toList();
  }

  @Override
  public Optional<Bookmark> bookmark(int partition) {
    readers.get(partition).forgetLastStep();
    return store.bookmark(partition);
  }

  @Override
  public void take(BookmarkMove step, List<LogRecord> records) {
    readers.get(step.partition()).take(step, records);
  }

  /** Whether a step skips records that were never read. */
  private static boolean skips(BookmarkMove step, List<LogRecord> records) {
    Bookmark before = step.before();
    if (before != null) {
      return step.lost() > 0 || !before.log().equals(step.after().log());
    }
    return records.isEmpty() || records.getFirst().offset() > 0;
  }

  /** The state of one partition's thread. */
  private final class Reader {

    private final UserHash hash;
    private final PairCache recent;
    private final Set<Pair> pairs = new HashSet<>();
    private final Set<Long> inRecords = new HashSet<>();
    private byte[] id = new byte[64];

    Reader(UserHash hash, PairCache recent) {
      this.hash = hash;
      this.recent = recent;
    }

    /** The last step may not have been committed. */
    void forgetLastStep() {
      inRecords.clear();
    }

    void take(BookmarkMove step, List<LogRecord> records) {
      // The next step comes only after the last one was committed.
      inRecords.forEach(recent::add);
      pairs.clear();
      inRecords.clear();
      boolean whole = !skips(step, records);
      for (LogRecord record : records) {
        whole &= add(record);
      }
      Instant now = time.instant();
      @Nullable Instant gap = whole ? null : now;
      store.add(step, pairs, gap, now);
    }

    /** Adds the users of a record; false if it cannot be parsed. */
    private boolean add(LogRecord record) {
      RecordView view;
      try {
        view = RecordView.of(record.bytes());
      } catch (IllegalArgumentException ofANewerVersion) {
        return false;
      }
      if (view.isComputed()) {
        return true;
      }
      if (view.has(Field.USER_ID) && !recent.contains(view.userHash())) {
        add(view, Field.USER_ID);
        inRecords.add(view.userHash());
      }
      if (view.is(MessageType.ALIAS) && view.has(Field.PREVIOUS_ID)) {
        add(view, Field.PREVIOUS_ID);
      }
      return true;
    }

    private void add(RecordView view, Field field) {
      int from = view.from(field) + 1;
      int to = view.to(field) - 1;
      if (to - from > id.length) {
        id = new byte[2 * (to - from)];
      }
      view.copy(from, to, id, 0);
      hash.everywhere(id, 0, to - from);
      pairs.add(new Pair(hash.low(), view.sourceBits()));
    }
  }

  /**
   * A cache of stored pairs of user and source, by the hash in their records. A later pair replaces
   * an earlier one in the same slot, so a hit is certain and a miss is not. Belongs to one thread.
   */
  static final class PairCache {
    private final long[] hashes;

    /**
     * @param slots a power of two; each takes eight bytes
     */
    PairCache(int slots) {
      if (Integer.bitCount(slots) != 1) {
        throw new IllegalArgumentException(slots + " slots is not a power of two");
      }
      hashes = new long[slots];
    }

    boolean contains(long hash) {
      return hash != 0 && hashes[slot(hash)] == hash;
    }

    void add(long hash) {
      hashes[slot(hash)] = hash;
    }

    private int slot(long hash) {
      return (int) hash & (hashes.length - 1);
    }
  }
}
