package io.postrider.server.usage;

import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkMovedException;
import java.util.Optional;

/**
 * Stores usage counts and the bookmarks of their follower. Every call may block, and may throw
 * {@link io.postrider.server.database.DatabaseUnavailableException}.
 *
 * <p>It stores {@value #MAX_EVENTS} event names per source. Further events are counted together
 * under the empty name, which no event has.
 */
public interface UsageStore {

  int MAX_EVENTS = 10_000;

  /** How many days are stored, including today; older events are deleted too. */
  int RETENTION_DAYS = 400;

  Optional<Bookmark> bookmark(int partition);

  /**
   * Adds counts and moves the bookmark, in one transaction.
   *
   * @throws BookmarkMovedException if the bookmark is not where the step starts
   */
  void add(BookmarkMove step, UsageCounts counts);

  /** Deletes days before one, and events last seen before it. */
  void sweep(int firstDay);

  /** Accepts whichever log is opened next. */
  void release();
}
