package io.postrider.log.kafka;

import io.postrider.log.LogRecord;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/**
 * Creates consumers that read by assignment and position. They belong to no group, commit nothing,
 * and never jump to another offset by themselves.
 */
final class ReaderConsumers {

  private final KafkaConnection connection;

  ReaderConsumers(KafkaConnection connection) {
    this.connection = connection;
  }

  /**
   * @param fetchBytes the size of one fetch from a partition; a larger batch comes whole
   * @param waitMillis how long a broker waits for records before it answers a fetch
   */
  Consumer<byte[], ByteBuffer> create(String clientId, int fetchBytes, int waitMillis) {
    Map<String, Object> properties = connection.properties(clientId);
    properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteBufferDeserializer.class);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, fetchBytes);
    properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 8 * fetchBytes);
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, waitMillis);
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
    properties.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
    return new KafkaConsumer<>(properties);
  }

  /** A record as readers see it. */
  static LogRecord toRecord(ConsumerRecord<byte[], ByteBuffer> record) {
    ByteBuffer value = record.value();
    return new LogRecord(
        record.offset(),
        Instant.ofEpochMilli(record.timestamp()),
        value == null ? ByteBuffer.allocate(0).asReadOnlyBuffer() : value.asReadOnlyBuffer());
  }
}
