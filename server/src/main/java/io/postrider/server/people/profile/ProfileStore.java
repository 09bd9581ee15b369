package io.postrider.server.people.profile;

import io.postrider.message.HashKey;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkMovedException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Stores profiles and the bookmarks of their follower. Every call may block, and may throw {@link
 * io.postrider.server.database.DatabaseUnavailableException}; every change is atomic.
 */
public interface ProfileStore {

  /** The most groups of a profile; the oldest are dropped. */
  int MAX_GROUPS = 100;

  int RECENT = 50;

  /** The most events that one {@link #prune} deletes. */
  int PRUNED_AT_ONCE = 1_000;

  /** A range of offsets in a partition. */
  record OffsetRange(int partition, long from, long until) {}

  /** The progress of a rebuild, in records. */
  record Progress(long done, long total) {}

  /** The key for hashing IDs and event names. */
  HashKey hashKey();

  Optional<Bookmark> bookmark(int partition);

  /**
   * Applies messages in order and moves the bookmark.
   *
   * @return how many values were dropped because of limits
   * @throws BookmarkMovedException if the bookmark is not where the step starts
   */
  long apply(BookmarkMove step, List<ProfileUpdate> updates, Instant now);

  /** The hashes of all event names, including names without events. */
  List<Long> eventNames();

  /**
   * Deletes the oldest events of a name from before a time, at most {@value #PRUNED_AT_ONCE}, and
   * the name when it has no events left.
   *
   * @return how many events were deleted
   */
  int prune(long name, Instant before, Instant now);

  /**
   * Deletes some profiles without a user ID that were last seen before a time.
   *
   * @param after where to continue: 0, or what the last call returned
   * @return where to continue; empty at the end
   */
  Optional<Long> pruneAnonymous(long after, Instant before);

  /**
   * Indexes some profiles that an earlier version stored without a search index.
   *
   * @return whether there may be more
   */
  boolean indexTraits(int most);

  /** Deletes the profile of a user ID, canonical or not; false if there is none. */
  boolean erase(String userId);

  /**
   * Deletes everything but the numbers of users, to rebuild it from the log.
   *
   * @param ranges the current content of the log; evaluation waits until it is applied
   */
  void rebuild(List<OffsetRange> ranges, Instant now);

  /**
   * The same if the changes that were published are lost too: they are read from the log, so that
   * afterwards only differences are published.
   */
  void restore(List<OffsetRange> ranges, Instant now);

  /** The progress of the rebuild; empty if none is running. */
  Optional<Progress> rebuilding();

  /** Accepts whichever log is opened next. */
  void release();
}
