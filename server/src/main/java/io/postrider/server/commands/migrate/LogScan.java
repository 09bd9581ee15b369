package io.postrider.server.commands.migrate;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordLog;
import io.postrider.message.MessageType;
import io.postrider.message.RecordPartitions;
import io.postrider.message.RecordView;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The records of a log with one partition, each for the partition that a node on Kafka would append
 * it to, and whole, as that node would write it. All delete messages are in the first one.
 */
final class LogScan implements RecordScan {

  private static final int READ_BYTES = 1024 * 1024;

  private final RecordLog log;
  private final int partitions;
  private final LongConsumer read;

  /**
   * @param read is told after each record how many were read
   */
  LogScan(RecordLog log, int partitions, LongConsumer read) {
    this.log = log;
    this.partitions = partitions;
    this.read = read;
  }

  @Override
  public void run(Sink sink) {
    long count = 0;
    try (LogReader reader = log.reader(0, log.firstOffset(0))) {
      for (List<LogRecord> records = reader.read(READ_BYTES);
          !records.isEmpty();
          records = reader.read(READ_BYTES)) {
        for (LogRecord record : records) {
          take(record, sink);
          read.accept(++count);
        }
      }
    }
  }

  private void take(LogRecord record, Sink sink) {
    ByteBuffer bytes = record.bytes();
    int partition = 0; // of a record that nobody delivers; its offset counts
    try {
      RecordView whole = RecordView.of(bytes).whole();
      bytes = whole.bytes();
      if (!whole.is(MessageType.DELETE)) {
        partition = RecordPartitions.of(whole.userHash(), partitions);
      }
    } catch (IllegalArgumentException unreadable) {
      // copied as it is
    }
    sink.take(partition, record.appendedAt(), bytes);
  }
}
