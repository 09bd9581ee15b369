package io.postrider.server.usage.debugger;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import io.postrider.message.RecordView;
import io.postrider.privacy.HiddenRecords;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Finds the last messages before a watch begins. May be called from any thread; it reads the disk.
 *
 * <p>Looks back in strides, at {@value #MOST_RECORDS} records and {@value #MOST_BYTES} bytes of
 * each partition at most; what lies further back is not found.
 */
public final class RecentMessages {

  static final int STRIDE = 5_000;
  static final int MOST_RECORDS = 100_000;
  static final int MOST_BYTES = 64 * 1024 * 1024;
  private static final int BLOCK_BYTES = 1024 * 1024;

  private final RecordLog log;
  private final HiddenRecords hidden;

  /**
   * Looks in a log.
   *
   * @param hidden what is not shown, though it is in the log
   */
  public RecentMessages(RecordLog log, HiddenRecords hidden) {
    this.log = log;
    this.hidden = hidden;
  }

  /** The last messages that a watch would have shown, the oldest first. */
  public List<DebuggerEvent.Accepted> before(DebuggerSession watch, int most) {
    List<DebuggerEvent.Accepted> found = new ArrayList<>();
    for (int partition = 0; most > 0 && partition < log.partitions(); partition++) {
      found.addAll(before(watch, partition, most));
    }
    found.sort(Comparator.comparingLong(seen -> seen.record().receivedAtMillis()));
    return found.subList(Math.max(0, found.size() - most), found.size());
  }

  private List<DebuggerEvent.Accepted> before(DebuggerSession watch, int partition, int most) {
    List<DebuggerEvent.Accepted> found = new ArrayList<>();
    Scan scan = new Scan(watch, partition);
    long end = watch.from().at(partition);
    long last = Math.max(log.firstOffset(partition), end - MOST_RECORDS);
    while (end > last && found.size() < most && scan.bytes < MOST_BYTES) {
      long start = Math.max(last, end - STRIDE);
      found.addAll(0, scan.between(start, end, most - found.size()));
      end = start;
    }
    return found;
  }

  /** One looking back; knows how much it has read. */
  private final class Scan {

    private final DebuggerSession watch;
    private final int partition;
    private long bytes;

    Scan(DebuggerSession watch, int partition) {
      this.watch = watch;
      this.partition = partition;
    }

    /** The last messages of a stretch. */
    Deque<DebuggerEvent.Accepted> between(long start, long end, int most) {
      Deque<DebuggerEvent.Accepted> found = new ArrayDeque<>();
      try (LogReader reader = log.reader(partition, start)) {
        while (reader.position() < end) {
          List<LogRecord> records = reader.read(BLOCK_BYTES);
          if (records.isEmpty()) {
            break;
          }
          for (LogRecord record : records) {
            look(record, end, most, found);
          }
        }
      } catch (OffsetExpiredException gone) {
        // retention was faster; what is found is what there is
      }
      return found;
    }

    private void look(LogRecord record, long end, int most, Deque<DebuggerEvent.Accepted> found) {
      bytes += record.bytes().remaining();
      RecordView view = Debugger.view(record);
      if (view != null
          && record.offset() < end
          && isWanted(view)
          && !hidden.hides(partition, record.offset(), view)) {
        found.addLast(new DebuggerEvent.Accepted(view.copy()));
        if (found.size() > most) {
          found.removeFirst();
        }
      }
    }

    private boolean isWanted(RecordView record) {
      return record.sourceBits() == watch.source().bits() && watch.interest().in(record);
    }
  }
}
