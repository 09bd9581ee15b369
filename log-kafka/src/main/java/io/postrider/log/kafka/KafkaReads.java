package io.postrider.log.kafka;

import io.postrider.log.LogRecord;
import io.postrider.log.LogUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;

/**
 * Reading away from the end of partitions. Thread-safe.
 *
 * <p>Small reads have consumers of their own, which fetch little: a single record is read without
 * the megabyte behind it.
 */
final class KafkaReads implements AutoCloseable {

  private static final int MAX_CONSUMERS = 4;
  private static final int FETCH_BYTES = 1024 * 1024;
  private static final int WAIT_MILLIS = 5;
  private static final int SMALL_FETCH_BYTES = 16 * 1024;

  /** A consumer keeps what so many full fetches bring, over all its partitions. */
  private static final long AHEAD_FETCHES = 4;

  private final BrokerOffsets offsets;
  private final TopicRefusal refusal;
  private final FetchPool many;
  private final FetchPool few;
  private volatile boolean closed;

  KafkaReads(
      ReaderConsumers consumers, BrokerOffsets offsets, TopicRefusal refusal, Duration timeout) {
    this.offsets = offsets;
    this.refusal = refusal;
    this.many = pool(consumers, "postrider-read", FETCH_BYTES, timeout);
    this.few = pool(consumers, "postrider-read-one", SMALL_FETCH_BYTES, timeout);
  }

  private static FetchPool pool(
      ReaderConsumers consumers, String clientId, int fetchBytes, Duration timeout) {
    AtomicInteger created = new AtomicInteger();
    // a read asks for durable records only, so that no broker has to wait for them for long; a
    // consumer that moves to another offset waits for the answer to its last fetch
    return new FetchPool(
        () ->
            new PartitionFetcher(
                consumers.create(
                    clientId + "-" + created.getAndIncrement(), fetchBytes, WAIT_MILLIS),
                AHEAD_FETCHES * fetchBytes),
        MAX_CONSUMERS,
        timeout);
  }

  BrokerOffsets offsets() {
    return offsets;
  }

  /** The records from an offset below the known end. */
  List<LogRecord> fetch(KafkaPartition partition, long offset, int maxBytes) {
    return (maxBytes <= SMALL_FETCH_BYTES ? few : many)
        .read(partition.name(), offset, partition.knownEnd(), maxBytes);
  }

  /** Asks the brokers for the first offset of a partition. */
  void refreshFirst(KafkaPartition partition) {
    Map<TopicPartition, Long> firsts = offsets.firsts(List.of(partition.name()));
    firsts.values().forEach(partition::startsAt);
  }

  /**
   * @throws LogUnavailableException if the log is closed, or its topic refused
   */
  void requireOpen() {
    if (closed) {
      throw LogUnavailableException.closed();
    }
    refusal.requireNone();
  }

  @Override
  public void close() {
    closed = true;
    many.close();
    few.close();
  }
}
