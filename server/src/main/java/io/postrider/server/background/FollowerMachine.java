package io.postrider.server.background;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One follower in one partition, step by step: reads a bounded batch, has it taken together with
 * the bookmark, and only then goes on. Never waits for more.
 *
 * <p>Belongs to one thread. After anything was thrown, {@link #begin} goes back to what is kept; so
 * a step is taken exactly once, whenever and however often the process ends.
 */
final class FollowerMachine implements AutoCloseable {

  private final String follower;
  private final RecordLog log;
  private final int partition;
  private final Projection derivation;
  private final FollowerLimits limits;

  private @Nullable Bookmark kept;
  private @Nullable LogReader reader;
  private List<LogRecord> read = List.of();
  private long position;
  private long lost;
  private Instant takenTo = Instant.MAX;

  FollowerMachine(
      String follower, RecordLog log, int partition, Projection derivation, FollowerLimits limits) {
    this.follower = follower;
    this.log = log;
    this.partition = partition;
    this.derivation = derivation;
    this.limits = limits;
  }

  /**
   * Goes to where the bookmark is.
   *
   * @throws IllegalArgumentException if the bookmark is of another log, or beyond its end
   */
  void begin() {
    close();
    kept = derivation.bookmark(partition).orElse(null);
    position = StartPosition.of(follower, log, partition, kept);
    if (kept != null && kept.released()) {
      // from here on this log is the one that is meant
      take(List.of(), position, 0);
    }
  }

  /** Takes the next batch, or what is missing before it; false if there is nothing more now. */
  boolean advance() {
    try {
      if (read.isEmpty()) {
        read = reader().read(limits.bytes());
      }
    } catch (OffsetExpiredException gone) {
      pass(gone.firstOffset());
      return true;
    }
    if (read.isEmpty()) {
      return false;
    }
    int count = Math.min(read.size(), limits.records());
    List<LogRecord> batch = read.subList(0, count);
    take(batch, batch.getLast().offset() + 1, 0);
    takenTo = batch.getLast().appendedAt();
    read = read.subList(count, read.size());
    return true;
  }

  /** Notes that what lies before an offset is gone and was never read. */
  private void pass(long firstOffset) {
    close();
    long missing = firstOffset - position;
    take(List.of(), firstOffset, missing);
    lost += missing;
  }

  private void take(List<LogRecord> records, long to, long missing) {
    Bookmark after = Bookmark.at(log.identity(), to);
    derivation.take(new BookmarkMove(partition, kept, after, missing), records);
    kept = after;
    position = to;
  }

  private LogReader reader() {
    LogReader open = reader;
    if (open == null) {
      open = log.reader(partition, position);
      reader = open;
    }
    return open;
  }

  /** The first offset that was not taken yet. */
  long position() {
    return position;
  }

  /** When the last record that was taken had been appended; far in the future before the first. */
  Instant takenTo() {
    return takenTo;
  }

  /** How many offsets were gone before they were read, since this object was made. */
  long lost() {
    return lost;
  }

  @Override
  public void close() {
    read = List.of();
    LogReader open = reader;
    reader = null;
    if (open != null) {
      open.close();
    }
  }
}
