package io.postrider.server.usage;

import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkMovedException;
import java.util.Optional;

/**
 * Where counts are kept, with how far counting has come. Every call may block, and may throw {@link
 * DatabaseUnavailableException}.
 *
 * <p>Of one source {@value #MOST_EVENTS} events are kept by name. What comes beyond is counted
 * together, under the empty name, which no event has.
 */
public interface UsageStore {

  /** How many events of one source are told apart. */
  int MOST_EVENTS = 10_000;

  /** How many days are kept, today included; an event that was not seen for so long goes too. */
  int DAYS_KEPT = 400;

  /** How far counting has come in a partition. */
  Optional<Bookmark> bookmark(int partition);

  /**
   * Adds counts to what is there and moves the bookmark, all of it or nothing.
   *
   * @throws BookmarkMovedException if the bookmark is not where the step starts
   */
  void keep(BookmarkMove step, UsageCounts counts);

  /** Removes days before one, and events that were last seen before it. */
  void sweep(int firstDayKept);

  /** Lets counting go on in whichever log is found next. */
  void release();
}
