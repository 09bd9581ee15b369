package io.postrider.server.background;

import io.postrider.log.LogRecord;
import io.postrider.server.database.DatabaseUnavailableException;
import java.util.List;
import java.util.Optional;

/**
 * Data derived from the log, stored together with its bookmark.
 *
 * <p>A partition's calls come from one thread, one after the other; every call may block. After an
 * exception the follower reads the bookmark again and repeats the call, so a commit with unknown
 * outcome is neither lost nor repeated. A projection must skip records that it cannot read: if it
 * throws for one, it never gets past it.
 */
public interface Projection {

  /**
   * The bookmark of a partition, if one is stored. Called at the start and after every failure.
   *
   * @throws DatabaseUnavailableException if the database cannot be read now
   */
  Optional<Bookmark> bookmark(int partition);

  /**
   * Processes records and saves the result and the bookmark, in one transaction.
   *
   * @param records the records of the step; empty if retention deleted them
   * @throws BookmarkMovedException if the stored bookmark is not the one the step starts from;
   *     nothing is saved then
   * @throws DatabaseUnavailableException if the database cannot be written now
   */
  void take(BookmarkMove step, List<LogRecord> records);
}
