package io.postrider.server.background;

import io.postrider.server.database.Handle;
import java.util.Optional;

/**
 * A table of bookmarks, one row per partition: {@code log_partition}, {@code log}, {@code
 * position}, {@code lost}, {@code released}.
 *
 * <p>Used within the transaction that saves the projection. A move locks its row, so the second of
 * two moves from one bookmark fails.
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
        .mapTo(Bookmark.class)
        .findFirst();
  }

  /**
   * Moves a bookmark.
   *
   * @throws BookmarkMovedException if the stored bookmark is not the one the step starts from
   */
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

  /** Allows the next start to continue with another log. */
  public void release(Handle handle) {
    handle.execute("update %s set released = ?".formatted(table), true);
  }
}
