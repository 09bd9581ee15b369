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
 * it to. All delete messages are in the first one.
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
          sink.take(partition(record.bytes()), record.appendedAt(), record.bytes());
          read.accept(++count);
        }
      }
    }
  }

  private int partition(ByteBuffer record) {
    try {
      RecordView view = RecordView.of(record);
      return view.is(MessageType.DELETE) ? 0 : RecordPartitions.of(view.userHash(), partitions);
    } catch (IllegalArgumentException unreadable) {
      return 0; // nobody delivers it; its offset counts
    }
  }
}
