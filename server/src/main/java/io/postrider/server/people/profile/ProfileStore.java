package io.postrider.server.people.profile;

import io.postrider.message.HashKey;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkMovedException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where profiles are kept, with how far they have come. Every call may block, and may throw {@link
 * DatabaseUnavailableException}; every change is kept whole or not at all.
 */
public interface ProfileStore {

  /** How many groups a person is in at most; those that were named last are kept. */
  int MOST_GROUPS = 100;

  /** How many of the people seen last are listed. */
  int RECENT = 50;

  /** The most events that {@link #prune} takes at once. */
  int PRUNED_AT_ONCE = 1_000;

  /** A stretch of a partition. */
  record OffsetRange(int partition, long from, long until) {}

  /** How far building anew has come, in records. */
  record Progress(long done, long total) {}

  /** What ids and names are hashed with in this store. */
  HashKey hashKey();

  /** How far profiles have come in a partition. */
  Optional<Bookmark> bookmark(int partition);

  /**
   * Takes what some messages say, in their order, and moves the bookmark.
   *
   * @return how many values were left out for a profile has bounds
   * @throws BookmarkMovedException if the bookmark is not where the step starts
   */
  long apply(BookmarkMove step, List<ProfileUpdate> updates, Instant now);

  /** The hashes of all names of events, those included of which no event is left. */
  List<Long> eventNames();

  /**
   * Removes the oldest events of a name that happened before a time, at most {@value
   * #PRUNED_AT_ONCE}, and the name when no event of it is left.
   *
   * @return how many were removed
   */
  int prune(long name, Instant before, Instant now);

  /**
   * Removes people who never had a user id and were last seen before a time, a bounded number of
   * them.
   *
   * @param after where it goes on: 0, or what was returned the last time
   * @return where to go on; nothing if there is nobody more
   */
  Optional<Long> pruneAnonymous(long after, Instant before);

  /** Removes everything about a user, by whichever id; false if nothing is known. */
  boolean erase(String userId);

  /**
   * Forgets everything but who had which number, so that it is taken from the log again.
   *
   * @param ranges what the log holds now; conclusions wait until all of it is taken
   */
  void rebuild(List<OffsetRange> ranges, Instant now);

  /** How far that has come, if it is under way. */
  Optional<Progress> rebuilding();

  /** Lets profiles go on with whichever log is found next. */
  void release();
}
