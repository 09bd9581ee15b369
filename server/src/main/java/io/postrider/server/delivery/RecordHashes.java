package io.postrider.server.delivery;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import io.postrider.message.RecordHeader;
import io.postrider.message.RecordView;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The message hashes of a log that keeps none beside its records: reads the records themselves, a
 * window of each partition in turn, from the end on.
 */
public final class RecordHashes implements MessageHashes {

  private static final int WINDOW = 4_096;
  private static final int READ_BYTES = 1 << 20;

  private final RecordLog log;

  public RecordHashes(RecordLog log) {
    this.log = log;
  }

  @Override
  public void visit(Visitor visitor) {
    List<Long> ends = new ArrayList<>();
    for (int partition = 0; partition < log.partitions(); partition++) {
      ends.add(log.endOffset(partition));
    }
    boolean more = true;
    while (more) {
      more = false;
      for (int partition = 0; partition < ends.size(); partition++) {
        long end = ends.get(partition);
        long start = Math.max(log.firstOffset(partition), end - WINDOW);
        if (start < end) {
          more = true;
          if (!visit(partition, start, end, visitor)) {
            return;
          }
          ends.set(partition, start);
        }
      }
    }
  }

  private boolean visit(int partition, long from, long to, Visitor visitor) {
    try (LogReader reader = log.reader(partition, from)) {
      while (reader.position() < to) {
        List<LogRecord> records = reader.read(READ_BYTES);
        if (records.isEmpty()) {
          return true;
        }
        if (!visit(partition, records, to, visitor)) {
          return false;
        }
      }
    } catch (OffsetExpiredException expired) {
      // deleted meanwhile
    }
    return true;
  }

  private static boolean visit(int partition, List<LogRecord> records, long to, Visitor visitor) {
    ByteBuffer hashes = ByteBuffer.allocate(records.size() * RecordHeader.MESSAGE_HASH_LENGTH);
    int count = 0;
    for (LogRecord record : records) {
      if (record.offset() < to) {
        RecordView view = RecordView.of(record.bytes());
        hashes.putLong(view.messageHashHigh()).putLong(view.messageHashLow());
        count++;
      }
    }
    Instant appendedAt = records.getFirst().appendedAt();
    return visitor.visit(partition, appendedAt, records.getFirst().offset(), count, hashes.flip());
  }
}
