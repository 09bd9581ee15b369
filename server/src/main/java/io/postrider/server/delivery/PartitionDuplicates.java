package io.postrider.server.delivery;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import io.postrider.message.RecordView;
import io.postrider.server.delivery.reader.RecordSelection;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The records of a claimed partition that repeat an earlier message, for a log that several nodes
 * append to: only who reads the partition sees that a message is there twice.
 *
 * <p>The partition's live reader {@link #observe}s every record before any destination takes it.
 * Repeats are saved with the cursors, because a destination that is behind reads them later,
 * perhaps on another node. Any thread may ask.
 */
final class PartitionDuplicates {

  /** The most message hashes of one partition, 16 bytes each at half load. */
  static final int MAX_HASHES = 1 << 20;

  /** The most repeats of one partition that are remembered; further ones are delivered. */
  static final int MAX_OFFSETS = 1 << 20;

  private static final int READ_BYTES = 1 << 20;

  private final RecentHashes hashes;
  private final int maxOffsets;
  private final Set<Long> offsets = ConcurrentHashMap.newKeySet();
  private final ConcurrentSkipListSet<Long> unsaved = new ConcurrentSkipListSet<>();
  private long observedTo;

  /**
   * @param saved the repeats that are known
   * @param from the first offset that {@link #observe} has not seen
   * @param maxOffsets the most repeats that are remembered
   */
  PartitionDuplicates(Duration window, Collection<Long> saved, long from, int maxOffsets) {
    this.hashes = new RecentHashes(window.toMillis(), MAX_HASHES);
    this.maxOffsets = maxOffsets;
    this.offsets.addAll(saved);
    this.observedTo = from;
  }

  /**
   * Reads the window before a position, so that repeats of its messages are recognized. The window
   * ends at the next record, which may have waited long for somebody to deliver it.
   *
   * @param saved the repeats before the position that are known
   * @param now the time of records that are appended now
   */
  static PartitionDuplicates restored(
      RecordLog log,
      int partition,
      long position,
      Duration window,
      Collection<Long> saved,
      Instant now) {
    Instant next = timeAt(log, partition, position, now);
    long from = Math.min(position, log.offsetAt(partition, next.minus(window)));
    long first = log.firstOffset(partition);
    List<Long> left = saved.stream().filter(offset -> offset >= first).toList();
    PartitionDuplicates duplicates = new PartitionDuplicates(window, left, from, MAX_OFFSETS);
    try (LogReader reader = log.reader(partition, from)) {
      while (reader.position() < position) {
        List<LogRecord> records = reader.read(READ_BYTES);
        if (records.isEmpty()) {
          break;
        }
        records.stream().filter(record -> record.offset() < position).forEach(duplicates::isNew);
      }
    } catch (OffsetExpiredException expired) {
      // deleted meanwhile: shorter than the window
    }
    duplicates.observedTo = position;
    return duplicates;
  }

  /** The time of the record at a position; now if there is none yet. */
  private static Instant timeAt(RecordLog log, int partition, long position, Instant now) {
    try (LogReader reader = log.reader(partition, position)) {
      List<LogRecord> records = reader.read(1);
      return records.isEmpty() ? now : records.getFirst().appendedAt();
    } catch (OffsetExpiredException expired) {
      return now;
    }
  }

  private boolean isNew(LogRecord record) {
    RecordView view = RecordView.of(record.bytes());
    return hashes.add(
        view.messageHashHigh(), view.messageHashLow(), record.appendedAt().toEpochMilli());
  }

  /** Finds the repeats among the next records of the partition; on the reader's thread. */
  void observe(List<LogRecord> records) {
    for (LogRecord record : records) {
      // a read that failed halfway is repeated
      if (record.offset() >= observedTo) {
        observedTo = record.offset() + 1;
        if (!isNew(record) && offsets.size() < maxOffsets) {
          offsets.add(record.offset());
          unsaved.add(record.offset());
        }
      }
    }
  }

  boolean contains(long offset) {
    return !offsets.isEmpty() && offsets.contains(offset);
  }

  /** The repeats before a position that are not saved. */
  List<Long> unsavedBefore(long position) {
    return List.copyOf(unsaved.headSet(position));
  }

  void saved(Collection<Long> some) {
    unsaved.removeAll(some);
  }

  /** The same selection without repeats. */
  RecordSelection without(RecordSelection selection) {
    return new Unrepeated(selection, this);
  }

  private record Unrepeated(RecordSelection selection, PartitionDuplicates duplicates)
      implements RecordSelection {

    @Override
    public long[] sources() {
      return selection.sources();
    }

    @Override
    public long destination() {
      return selection.destination();
    }

    @Override
    public boolean takes(int partition, long offset, RecordView record) {
      return !duplicates.contains(offset) && selection.takes(partition, offset, record);
    }
  }
}
