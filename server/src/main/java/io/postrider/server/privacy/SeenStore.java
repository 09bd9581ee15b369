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
 * Where it is kept which users were seen in which sources, with how far the log was read for that.
 *
 * <p>May be called from any thread; every call blocks. What the reader of the log calls throws its
 * {@link io.postrider.server.database.DatabaseUnavailableException}, {@link #of} throws {@link
 * DatabaseUnavailableException}.
 */
public interface SeenStore {

  /** How many pairs are kept. What comes beyond leaves a gap. */
  int MOST_PAIRS = 20_000_000;

  /**
   * A user in a source.
   *
   * @param userHash a keyed hash of the user's id, whatever the source
   */
  record Pair(long userHash, long sourceBits) {}

  /** How far the log was read in a partition. */
  Optional<Bookmark> bookmark(int partition);

  /**
   * Keeps pairs, of which some may be there already, and moves the bookmark, all of it or nothing.
   *
   * @param gap until when there may have been pairs that are not known; null if there are none
   *     beside those known before
   * @throws BookmarkMovedException if the bookmark is not where the step starts
   */
  void keep(BookmarkMove step, Collection<Pair> pairs, @Nullable Instant gap, Instant now);

  /**
   * What is known of some users.
   *
   * @param sources by the hash of the user
   * @param gap until when pairs may be missing; null if none are
   */
  record Found(Map<Long, Set<SourceId>> sources, @Nullable Instant gap) {

    public Found {
      sources = Map.copyOf(sources);
    }
  }

  /** Where some users were seen, all of it at one moment. */
  Found of(Collection<Long> userHashes);

  /** Lets reading go on in whichever log is found next. */
  void release();
}
