package io.postrider.server.background;

import io.postrider.log.LogIdentity;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * How bookmarks lie in a table, one row for each partition: {@code log_partition}, {@code log},
 * {@code position}, {@code lost}, {@code released}.
 *
 * <p>To be used within the transaction that keeps what was derived. A move takes the lock of its
 * row, so of two that start from one bookmark the second is refused.
 */
public final class BookmarkRows {

  private final String table;

  public BookmarkRows(String table) {
    this.table = table;
  }

  public Optional<Bookmark> find(Handle handle, int partition) {
    return handle
        .select(
            "select log, position, released from %s where log_partition = ?".formatted(table),
            partition)
        .map(
            (row, context) ->
                new Bookmark(
                    new LogIdentity(UUID.fromString(row.getString(1))),
                    row.getLong(2),
                    row.getBoolean(3)))
        .findFirst();
  }

  /** Moves a bookmark, if it is where the step starts. */
  public void move(Handle handle, BookmarkMove step) {
    Bookmark before = step.before();
    int moved =
        before == null
            ? handle.execute(
                ("insert into %s (log_partition, log, position, lost, released)"
                        + " values (?, ?, ?, ?, ?) on conflict do nothing")
                    .formatted(table),
                step.partition(),
                step.after().log().toString(),
                step.after().position(),
                step.lost(),
                false)
            : handle.execute(
                ("update %s set log = ?, position = ?, lost = lost + ?, released = ?"
                        + " where log_partition = ? and log = ? and position = ? and released = ?")
                    .formatted(table),
                step.after().log().toString(),
                step.after().position(),
                step.lost(),
                false,
                step.partition(),
                before.log().toString(),
                before.position(),
                before.released());
    if (moved == 0) {
      throw new BookmarkMovedException(step.partition());
    }
  }

  /** Lets all bookmarks be of use to whichever log is found next. */
  public void release(Handle handle) {
    handle.execute("update %s set released = ?".formatted(table), true);
  }
}
