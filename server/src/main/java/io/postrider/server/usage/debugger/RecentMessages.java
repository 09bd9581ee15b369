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
 * Finds the last messages before a session. May be called from any thread; reads the disk.
 *
 * <p>Searches backwards in strides, at most {@value #MAX_RECORDS} records and {@value #MAX_BYTES}
 * bytes of each partition.
 */
public final class RecentMessages {

  static final int STRIDE = 5_000;
  static final int MAX_RECORDS = 100_000;
  static final int MAX_BYTES = 64 * 1024 * 1024;
  private static final int BLOCK_BYTES = 1024 * 1024;

  private final RecordLog log;
  private final HiddenRecords hidden;

  /**
   * @param hidden the records that are not shown
   */
  public RecentMessages(RecordLog log, HiddenRecords hidden) {
    this.log = log;
    this.hidden = hidden;
  }

  /** The last messages that a session would have shown, oldest first. */
  public List<DebuggerEvent.Accepted> before(DebuggerSession session, int most) {
    List<DebuggerEvent.Accepted> found = new ArrayList<>();
    for (int partition = 0; most > 0 && partition < log.partitions(); partition++) {
      found.addAll(before(session, partition, most));
    }
    found.sort(Comparator.comparingLong(seen -> seen.record().receivedAtMillis()));
    return found.subList(Math.max(0, found.size() - most), found.size());
  }

  private List<DebuggerEvent.Accepted> before(DebuggerSession session, int partition, int most) {
    List<DebuggerEvent.Accepted> found = new ArrayList<>();
    Scan scan = new Scan(session, partition);
    long end = session.from().at(partition);
    long last = Math.max(log.firstOffset(partition), end - MAX_RECORDS);
    while (end > last && found.size() < most && scan.bytes < MAX_BYTES) {
      long start = Math.max(last, end - STRIDE);
      found.addAll(0, scan.between(start, end, most - found.size()));
      end = start;
    }
    return found;
  }

  /** One search; counts the bytes it reads. */
  private final class Scan {

    private final DebuggerSession session;
    private final int partition;
    private long bytes;

    Scan(DebuggerSession session, int partition) {
      this.session = session;
      this.partition = partition;
    }

    /** The last messages of an offset range. */
    Deque<DebuggerEvent.Accepted> between(long start, long end, int most) {
      Deque<DebuggerEvent.Accepted> found = new ArrayDeque<>();
      try (LogReader reader = log.reader(partition, start)) {
        while (reader.position() < end) {
          List<LogRecord> records = reader.read(BLOCK_BYTES);
          if (records.isEmpty()) {
            break;
          }
          for (LogRecord record : records) {
            check(record, end, most, found);
          }
        }
      } catch (OffsetExpiredException gone) {
        // retention has removed the records
      }
      return found;
    }

    private void check(LogRecord record, long end, int most, Deque<DebuggerEvent.Accepted> found) {
      bytes += record.bytes().remaining();
      RecordView view = Debugger.view(record);
      if (view != null
          && record.offset() < end
          && matches(view)
          && !hidden.hides(partition, record.offset(), view)) {
        found.addLast(new DebuggerEvent.Accepted(view.copy()));
        if (found.size() > most) {
          found.removeFirst();
        }
      }
    }

    private boolean matches(RecordView record) {
      return record.sourceBits() == session.source().bits() && session.filter().matches(record);
    }
  }
}
