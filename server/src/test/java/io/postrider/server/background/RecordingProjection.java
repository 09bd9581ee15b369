package io.postrider.server.background;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.log.LogRecord;
import io.postrider.server.database.DatabaseUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what it is given, as a database would: all of a step or nothing of it. Can fail before a
 * step is saved, or after, when nobody can tell the difference.
 */
final class RecordingProjection implements Projection {

  private final List<String> taken = new ArrayList<>();
  private final List<Integer> sizes = new ArrayList<>();
  private @Nullable Bookmark bookmark;
  private long lost;
  private int failBefore;
  private int failAfter;
  private int errors;
  private int failures;
  private int bookmarksRead;

  synchronized List<String> taken() {
    return List.copyOf(taken);
  }

  /** How many records each step had. */
  synchronized List<Integer> sizes() {
    return List.copyOf(sizes);
  }

  synchronized @Nullable Bookmark bookmark() {
    return bookmark;
  }

  /** How often the bookmark was read. */
  synchronized int bookmarksRead() {
    return bookmarksRead;
  }

  synchronized void put(Bookmark other) {
    bookmark = other;
  }

  synchronized long lost() {
    return lost;
  }

  /** How often something was asked of it in vain. */
  synchronized int failures() {
    return failures;
  }

  /** The next calls fail, and nothing is saved. */
  synchronized void failBefore(int calls) {
    failBefore = calls;
  }

  /** The next calls fail as a bug does, and nothing is saved. */
  synchronized void breakBefore(int calls) {
    errors = calls;
  }

  /** The next steps are saved, and fail all the same. */
  synchronized void failAfter(int steps) {
    failAfter = steps;
  }

  @Override
  public synchronized Optional<Bookmark> bookmark(int partition) {
    bookmarksRead++;
    fail();
    return Optional.ofNullable(bookmark);
  }

  private void fail() {
    if (errors > 0) {
      errors--;
      failures++;
      throw new StackOverflowError("too deep");
    }
    if (failBefore > 0) {
      failBefore--;
      failures++;
      throw new DatabaseUnavailableException("away");
    }
  }

  @Override
  public synchronized void take(BookmarkMove step, List<LogRecord> records) {
    fail();
    if (bookmark == null ? step.before() != null : !bookmark.equals(step.before())) {
      throw new BookmarkMovedException(step.partition());
    }
    bookmark = step.after();
    lost += step.lost();
    sizes.add(records.size());
    records.forEach(record -> taken.add(UTF_8.decode(record.bytes().duplicate()).toString()));
    if (failAfter > 0) {
      failAfter--;
      failures++;
      throw new DatabaseUnavailableException("the connection is gone");
    }
  }
}
