package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkMovedException;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores which users were seen in which sources, and the bookmark of the log follower.
 *
 * <p>May be called from any thread; every call blocks, and throws {@link
 * io.postrider.server.database.DatabaseUnavailableException} during an outage.
 */
public interface SeenStore {

  /** The most pairs stored; further pairs leave a gap. */
  int MAX_PAIRS = 20_000_000;

  /**
   * A user in a source.
   *
   * @param userHash a keyed hash of the user ID, independent of the source
   */
  record Pair(long userHash, long sourceBits) {}

  Optional<Bookmark> bookmark(int partition);

  /**
   * Stores pairs, some of which may exist, and moves the bookmark, in one transaction.
   *
   * @param gap pairs from up to then may be missing; null if this step misses none
   * @throws BookmarkMovedException if the bookmark is not where the step starts
   */
  void add(BookmarkMove step, Collection<Pair> pairs, @Nullable Instant gap, Instant now);

  /**
   * The sources of some users.
   *
   * @param sources by user hash
   * @param gap pairs from up to then may be missing; null if none are
   */
  record Found(Map<Long, Set<SourceId>> sources, @Nullable Instant gap) {

    public Found {
      sources = Map.copyOf(sources);
    }
  }

  /** The sources of some users, as one snapshot. */
  Found of(Collection<Long> userHashes);

  /** Accepts whichever log is opened next. */
  void release();
}
