package io.postrider.server.background;

import io.postrider.log.LogRecord;
import io.postrider.server.database.DatabaseUnavailableException;
import java.util.List;
import java.util.Optional;

/**
 * Something that is derived from the log, and kept together with how far it has come.
 *
 * <p>A partition's calls come from one thread, one after the other; every call may block. Whatever
 * a call throws, it is made again some time later, after the bookmark was read anew: so a store
 * that does not know whether it has kept something is asked. Records that cannot be understood are
 * the derivation's own business; if it throws for one, it gets no further.
 */
public interface Projection {

  /**
   * The bookmark of a partition, if one was ever kept. Following begins with this call, and again
   * after every failure.
   *
   * @throws DatabaseUnavailableException if the store cannot be asked now
   */
  Optional<Bookmark> bookmark(int partition);

  /**
   * Derives what follows from some records and keeps it with the step, in one transaction.
   *
   * @param records the stretch that the step passes over; empty if nothing is left of it
   * @throws BookmarkMovedException if the bookmark is not the one the step starts from: nothing is
   *     kept then
   * @throws DatabaseUnavailableException if nothing can be kept now
   */
  void take(BookmarkMove step, List<LogRecord> records);
}
