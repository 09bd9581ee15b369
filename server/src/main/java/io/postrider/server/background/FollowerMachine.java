package io.postrider.server.background;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.Pace;
import io.postrider.log.RecordLog;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one follower in one partition: reads a bounded batch, saves its projection together
 * with the bookmark, and continues. Never waits for records.
 *
 * <p>Belongs to one thread. After an exception, {@link #begin} continues from the saved bookmark,
 * so each step is saved exactly once, whatever crashes.
 */
final class FollowerMachine implements AutoCloseable {

  private final String follower;
  private final RecordLog log;
  private final int partition;
  private final Projection projection;
  private final FollowerLimits limits;
  private final @Nullable RepeatedRecords repeats;

  private @Nullable Bookmark saved;
  private @Nullable LogReader reader;
  private List<LogRecord> read = List.of();
  private long position;
  private long lost;
  private Instant takenTo = Instant.MAX;

  /**
   * @param repeats the records that are skipped; null if the log has none
   */
  FollowerMachine(
      String follower,
      RecordLog log,
      int partition,
      Projection projection,
      FollowerLimits limits,
      @Nullable RepeatedRecords repeats) {
    this.repeats = repeats;
    this.follower = follower;
    this.log = log;
    this.partition = partition;
    this.projection = projection;
    this.limits = limits;
  }

  /**
   * Goes to the saved bookmark.
   *
   * @throws IllegalArgumentException if the bookmark is of another log, or beyond its end
   */
  void begin() {
    close();
    saved = projection.bookmark(partition).orElse(null);
    position = StartPosition.of(follower, log, partition, saved);
    if (saved != null && saved.released()) {
      // binds the bookmark to this log
      take(List.of(), position, 0);
    }
  }

  /** Goes to the saved bookmark if that is not where this follower left it. */
  void beginIfMoved() {
    if (!Objects.equals(projection.bookmark(partition).orElse(null), saved)) {
      begin();
    }
  }

  /** Reads how far another node is; {@link #begin} must follow before the next step. */
  void look() {
    close();
    projection.bookmark(partition).ifPresent(bookmark -> position = bookmark.position());
  }

  /**
   * Processes the next batch, or skips deleted records; false if there is none now, or if it is not
   * known yet which records repeat others.
   */
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
    if (repeats != null) {
      count = countBefore(repeats.knownTo(partition), count);
    }
    if (count == 0) {
      return false;
    }
    List<LogRecord> batch = read.subList(0, count);
    long end = batch.getLast().offset() + 1;
    take(
        repeats == null ? batch : without(repeats.between(partition, position, end), batch),
        end,
        0);
    takenTo = batch.getLast().appendedAt();
    read = read.subList(count, read.size());
    return true;
  }

  private int countBefore(long offset, int most) {
    int count = 0;
    while (count < most && read.get(count).offset() < offset) {
      count++;
    }
    return count;
  }

  private static List<LogRecord> without(Set<Long> skipped, List<LogRecord> batch) {
    return skipped.isEmpty()
        ? batch
        : batch.stream().filter(record -> !skipped.contains(record.offset())).toList();
  }

  /** Skips records that retention deleted before they were read. */
  private void pass(long firstOffset) {
    close();
    long missing = firstOffset - position;
    take(List.of(), firstOffset, missing);
    lost += missing;
  }

  private void take(List<LogRecord> records, long to, long missing) {
    Bookmark after = Bookmark.at(log.identity(), to);
    projection.take(new BookmarkMove(partition, saved, after, missing), records);
    saved = after;
    position = to;
  }

  private LogReader reader() {
    LogReader open = reader;
    if (open == null) {
      open = log.reader(partition, position, Pace.BULK);
      reader = open;
    }
    return open;
  }

  /** The first offset that is not processed yet. */
  long position() {
    return position;
  }

  /** When the last processed record was appended; {@link Instant#MAX} before the first. */
  Instant takenTo() {
    return takenTo;
  }

  /** How many offsets retention deleted before they were read, since this object was created. */
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
