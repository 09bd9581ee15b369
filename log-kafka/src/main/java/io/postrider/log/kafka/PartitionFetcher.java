package io.postrider.log.kafka;

import io.postrider.log.LogRecord;
import io.postrider.log.LogUnavailableException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * A consumer that reads several partitions, and what it has fetched ahead of each. Confined to one
 * thread at a time.
 *
 * <p>One request fetches all of them, so that who reads many partitions in turns, a little of each,
 * pays for one request instead of one per partition. What is fetched ahead is bounded by bytes and
 * partitions: the partition that was not read for the longest time is dropped first.
 */
final class PartitionFetcher {

  private static final int MAX_PARTITIONS = 64;

  /** Where a partition is read next, and the records from there on. */
  private static final class Place {

    private final Deque<LogRecord> ahead = new ArrayDeque<>();
    private long position;
    private long aheadBytes;

    private void add(LogRecord record) {
      ahead.addLast(record);
      aheadBytes += record.bytes().remaining();
    }

    private LogRecord take() {
      LogRecord record = ahead.removeFirst();
      aheadBytes -= record.bytes().remaining();
      position = record.offset() + 1;
      return record;
    }

    private void moveTo(long offset) {
      ahead.clear();
      aheadBytes = 0;
      position = offset;
    }
  }

  private final Consumer<byte[], ByteBuffer> consumer;
  private final long maxAheadBytes;
  private final Map<TopicPartition, Place> places =
      new LinkedHashMap<>(); // least recently read first

  PartitionFetcher(Consumer<byte[], ByteBuffer> consumer, long maxAheadBytes) {
    this.consumer = consumer;
    this.maxAheadBytes = maxAheadBytes;
  }

  /** Whether it continues at this place, so that what it has fetched ahead is of use. */
  boolean isAt(TopicPartition partition, long offset) {
    Place place = places.get(partition);
    return place != null && place.position == offset;
  }

  /**
   * The records from an offset, as many as the size allows.
   *
   * @param end the offset before which all records are durable, beyond {@code offset}
   * @throws LogUnavailableException if none arrives in time
   * @throws org.apache.kafka.common.KafkaException as the consumer does
   */
  List<LogRecord> read(TopicPartition from, long offset, long end, int maxBytes, Duration timeout) {
    Place place = goTo(from, offset);
    List<LogRecord> records = new ArrayList<>();
    long left = maxBytes;
    while (records.isEmpty() || (left > 0 && place.position < end)) {
      if (place.ahead.isEmpty()) {
        fetch(from, place, timeout);
      }
      int lengthBytes = place.ahead.getFirst().bytes().remaining();
      if (lengthBytes > left && !records.isEmpty()) {
        break;
      }
      left -= lengthBytes;
      records.add(place.take());
    }
    return records;
  }

  private Place goTo(TopicPartition partition, long offset) {
    Place known = places.remove(partition);
    if (known == null && places.size() == MAX_PARTITIONS) {
      dropLeastRecent();
    }
    Place place = known == null ? new Place() : known;
    places.put(partition, place);
    if (known == null) {
      consumer.assign(List.copyOf(places.keySet()));
    } else if (place.position == offset) {
      return place;
    }
    place.moveTo(offset);
    consumer.seek(partition, offset);
    return place;
  }

  private void dropLeastRecent() {
    places.remove(places.keySet().iterator().next());
  }

  /** Waits for records of a partition; keeps those of others that arrive with them. */
  private void fetch(TopicPartition partition, Place place, Duration timeout) {
    resumeDrained();
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    while (place.ahead.isEmpty()) {
      Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
      if (!left.isPositive()) {
        throw new LogUnavailableException(
            "the brokers did not deliver offset "
                + place.position
                + " of "
                + partition
                + " in time");
      }
      poll(partition, left);
    }
    bound();
  }

  private void poll(TopicPartition partition, Duration timeout) {
    try {
      for (ConsumerRecord<byte[], ByteBuffer> record : consumer.poll(timeout)) {
        Place place = places.get(new TopicPartition(record.topic(), record.partition()));
        if (place != null) {
          place.add(ReaderConsumers.toRecord(record));
        }
      }
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      if (places.size() == 1) {
        throw e;
      }
      // maybe about another partition, which its own reader will learn; this one is tried alone
      places.keySet().retainAll(List.of(partition));
      consumer.assign(List.of(partition));
    }
  }

  /** Fetches no partition whose records wait to be read. */
  private void resumeDrained() {
    List<TopicPartition> full = new ArrayList<>();
    List<TopicPartition> drained = new ArrayList<>();
    places.forEach((partition, place) -> (place.ahead.isEmpty() ? drained : full).add(partition));
    consumer.pause(full);
    consumer.resume(drained);
  }

  private void bound() {
    long bytes = places.values().stream().mapToLong(place -> place.aheadBytes).sum();
    int before = places.size();
    while (bytes > maxAheadBytes && places.size() > 1) {
      bytes -= places.values().iterator().next().aheadBytes;
      dropLeastRecent();
    }
    if (places.size() < before) {
      consumer.assign(List.copyOf(places.keySet()));
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
