package io.postrider.log.kafka;

import io.postrider.log.LogRecord;
import io.postrider.log.LogUnavailableException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * A consumer that reads one partition after another, and what it has fetched ahead. Confined to one
 * thread at a time.
 */
final class PartitionFetcher {

  private final Consumer<byte[], ByteBuffer> consumer;
  private final Deque<LogRecord> ahead = new ArrayDeque<>();
  private @Nullable TopicPartition partition;
  private long position;

  PartitionFetcher(Consumer<byte[], ByteBuffer> consumer) {
    this.consumer = consumer;
  }

  /** Whether it continues at this place, so that what it has fetched ahead is of use. */
  boolean isAt(TopicPartition otherPartition, long offset) {
    return otherPartition.equals(partition) && position == offset;
  }

  /**
   * The records from an offset, as many as the size allows.
   *
   * @param end the offset before which all records are durable, beyond {@code offset}
   * @throws LogUnavailableException if none arrives in time
   * @throws org.apache.kafka.common.KafkaException as the consumer does
   */
  List<LogRecord> read(TopicPartition from, long offset, long end, int maxBytes, Duration timeout) {
    if (!isAt(from, offset)) {
      ahead.clear();
      if (!from.equals(partition)) {
        consumer.assign(List.of(from));
        partition = from;
      }
      consumer.seek(from, offset);
      position = offset;
    }
    List<LogRecord> records = new ArrayList<>();
    long left = maxBytes;
    while (records.isEmpty() || (left > 0 && position < end)) {
      if (ahead.isEmpty()) {
        fetch(timeout);
      }
      int lengthBytes = ahead.getFirst().bytes().remaining();
      if (lengthBytes > left && !records.isEmpty()) {
        break;
      }
      left -= lengthBytes;
      records.add(ahead.removeFirst());
      position = records.getLast().offset() + 1;
    }
    return records;
  }

  private void fetch(Duration timeout) {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    while (ahead.isEmpty()) {
      Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
      if (!left.isPositive()) {
        throw new LogUnavailableException(
            "the brokers did not deliver offset " + position + " of " + partition + " in time");
      }
      for (ConsumerRecord<byte[], ByteBuffer> record : consumer.poll(left)) {
        ahead.add(ReaderConsumers.toRecord(record));
      }
    }
  }

  /** Ends a read on another thread. */
  void wake() {
    consumer.wakeup();
  }

  void close() {
    try {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    } catch (InterruptException e) {
      // closed all the same; the thread stays interrupted
    }
  }
}
