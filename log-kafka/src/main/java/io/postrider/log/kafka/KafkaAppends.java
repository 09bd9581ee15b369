package io.postrider.log.kafka;

import io.postrider.log.LogBusyException;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Appends records through one idempotent producer that waits for all in-sync replicas.
 *
 * <p>Thread-safe; never blocks, except in {@link #close}. The records of an append are given to the
 * producer under a lock of their partition, so that those of this node stay together and in order.
 */
final class KafkaAppends implements AutoCloseable {

  private static final int BATCH_BYTES = 128 * 1024;

  /** Batches of a partition that are on their way to a broker, or half filled. */
  private static final long BATCHES_PER_PARTITION = 8;

  private static final long METADATA_PAUSE_NANOS = 5_000_000;

  private final KafkaLogOptions options;
  private final Producer<byte[], byte[]> producer;
  private final List<AppendQueue> queues = new ArrayList<>();

  KafkaAppends(KafkaConnection connection, KafkaLogOptions options, int partitions) {
    this.options = options;
    this.producer = new KafkaProducer<>(properties(connection, options, partitions));
    AppendQueue.Budget budget = new AppendQueue.Budget(options.maxQueuedBytes());
    for (int i = 0; i < partitions; i++) {
      queues.add(new AppendQueue(i, budget, options.timeouts().stall(), System::nanoTime));
    }
  }

  private static Map<String, Object> properties(
      KafkaConnection connection, KafkaLogOptions options, int partitions) {
    Map<String, Object> properties = connection.properties("postrider-append");
    int deliveryMillis = (int) options.timeouts().delivery().toMillis();
    properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, options.compression());
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deliveryMillis);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.max(1, deliveryMillis / 3));
    // so that the records of an append travel together
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 1L);
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, options.maxMessageBytes());
    // the queue's bound comes first; small records take more of the buffer than their weight
    properties.put(
        ProducerConfig.BUFFER_MEMORY_CONFIG,
        4 * options.maxQueuedBytes() + partitions * BATCHES_PER_PARTITION * BATCH_BYTES);
    // callers are event loops: fail instead of waiting for memory or metadata
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0L);
    properties.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, (long) Integer.MAX_VALUE);
    return properties;
  }

  /** Waits until the producer knows the topic, without which an append would fail. */
  void awaitMetadata(String topic, Duration timeout) {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    while (true) {
      try {
        if (producer.partitionsFor(topic).size() >= queues.size()) {
          return;
        }
      } catch (TimeoutException notYet) {
        // asked in the background
      }
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new LogUnavailableException("the brokers do not tell where topic " + topic + " is");
      }
      LockSupport.parkNanos(METADATA_PAUSE_NANOS);
    }
  }

  CompletableFuture<Long> append(KafkaPartition partition, RecordBatch batch) {
    AppendQueue queue = queues.get(partition.number());
    InFlightAppend append =
        new InFlightAppend(
            batch.count(),
            batch.weightBytes(),
            (self, failure) -> settle(partition, queue, self, failure));
    try {
      synchronized (queue) {
        queue.join(append);
        send(partition, batch, append);
      }
    } catch (LogBusyException | LogUnavailableException e) {
      return CompletableFuture.failedFuture(e);
    }
    return append.future();
  }

  private void send(KafkaPartition partition, RecordBatch batch, InFlightAppend append) {
    String topic = partition.name().topic();
    long timeMillis = partition.stamp(options.clock().millis());
    for (int i = 0; i < batch.count(); i++) {
      byte[] value = Arrays.copyOfRange(batch.bytes(), batch.start(i), batch.ends()[i]);
      try {
        var _ =
            producer.send(
                new ProducerRecord<>(topic, partition.number(), timeMillis, null, value), append);
      } catch (KafkaException | IllegalStateException e) { // closed, or fenced for good
        append.skip(batch.count() - i, e);
        return;
      }
    }
  }

  private void settle(
      KafkaPartition partition,
      AppendQueue queue,
      InFlightAppend append,
      @Nullable Exception failure) {
    queue.leave(append);
    if (failure == null) {
      queue.healthy();
      partition.endsAt(append.lastOffset() + 1);
      append.future().complete(append.firstOffset());
    } else if (failure instanceof BufferExhaustedException) {
      append.future().completeExceptionally(new LogBusyException("the producer's buffer is full"));
    } else {
      queue.failed();
      append
          .future()
          .completeExceptionally(
              new LogUnavailableException(
                  "the brokers did not store the records: " + failure.getMessage(), failure));
    }
  }

  /** The brokers look healthy. */
  void healthy() {
    queues.forEach(AppendQueue::healthy);
  }

  /** Why appends to a partition are refused, if they are; the first such partition's reason. */
  Optional<String> outage() {
    return queues.stream().flatMap(queue -> queue.outage().stream()).findFirst();
  }

  /** Waits for outstanding appends; fails those that do not become durable in time. */
  @Override
  public void close() {
    producer.close(options.timeouts().delivery());
  }
}
