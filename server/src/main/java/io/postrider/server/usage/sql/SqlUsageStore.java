package io.postrider.server.usage.sql;

import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkRows;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.PreparedBatch;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStepRows;
import io.postrider.server.usage.UsageCounts;
import io.postrider.server.usage.UsageCounts.CallCount;
import io.postrider.server.usage.UsageStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Usage counts in SQL. Every change moves the bookmark first, which locks out other writers. */
public final class SqlUsageStore implements UsageStore {

  private static final BookmarkRows BOOKMARKS = new BookmarkRows("usage_bookmark");
  private static final long MILLIS_OF_A_DAY = Duration.ofDays(1).toMillis();

  private final Database database;

  /** Stores counts in a database that was opened with {@link Schema#USAGE}. */
  public SqlUsageStore(Database database) {
    this.database = database;
  }

  @Override
  public Optional<Bookmark> bookmark(int partition) {
    return database.read(handle -> BOOKMARKS.find(handle, partition));
  }

  @Override
  public void add(BookmarkMove step, UsageCounts counts) {
    database.change(
        handle -> {
          BOOKMARKS.move(handle, step);
          addCalls(handle, counts.calls());
          SeenEventRows.add(handle, counts.events());
          ReceivedRows.add(handle, counts.received());
        });
  }

  /**
   * Decides rows of earlier versions, which did not store whether filtered calls counted: they keep
   * what they showed last. Called before counting starts.
   *
   * @param filteredServerCallsCount the present setting
   */
  public void decideFiltered(boolean filteredServerCallsCount) {
    database.change(
        handle ->
            handle.execute(
                "update usage_day set filtered_counted = "
                    + (filteredServerCallsCount ? "filtered_server" : "0")
                    + " where filtered_counted is null"));
  }

  private static void addCalls(Handle handle, List<CallCount> counts) {
    if (counts.isEmpty()) {
      return;
    }
    try (PreparedBatch batch =
        handle.prepareBatch(
            "insert into usage_day (day, source, type, calls, filtered, filtered_counted,"
                + " filtered_server) values (?, ?, ?, ?, ?, ?, 0) on conflict (day, source, type)"
                + " do update set calls = usage_day.calls + excluded.calls, filtered ="
                + " usage_day.filtered + excluded.filtered, filtered_counted ="
                + " coalesce(usage_day.filtered_counted, 0) + excluded.filtered_counted")) {
      for (CallCount count : counts) {
        batch.add(
            count.day(),
            count.source().bits(),
            count.type().code(),
            count.calls(),
            count.filtered(),
            count.filteredCounted());
      }
      batch.execute();
    }
  }

  @Override
  public void sweep(int firstDay) {
    database.change(
        handle -> {
          handle.execute("delete from usage_day where day < ?", firstDay);
          handle.execute(
              "delete from seen_event where last_seen_at < ?", firstDay * MILLIS_OF_A_DAY);
        });
    long today = firstDay + UsageStore.RETENTION_DAYS - 1L;
    new TimeStepRows(database, ReceivedRows.TABLE)
        .sweep(Instant.ofEpochMilli(today * MILLIS_OF_A_DAY));
  }

  /**
   * Takes over what ingest has counted, if the log has not been counted by the minute yet. Called
   * before counting starts, with a database that also has {@link Schema#STATISTICS}.
   */
  public void beginReceived() {
    database.change(ReceivedRows::takeOver);
  }

  @Override
  public void release() {
    database.change(BOOKMARKS::release);
  }
}
