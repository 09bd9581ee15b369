package io.postrider.log.kafka;

import io.postrider.log.LogUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Asks the brokers for offsets. Thread-safe; every call waits for an answer. */
final class BrokerOffsets {

  /** The client itself fails after its timeout, and says why. */
  private static final Duration CLIENT_TIMEOUT = Duration.ofSeconds(1);

  private final Admin admin;
  private final Duration timeout;

  BrokerOffsets(Admin admin, Duration timeout) {
    this.admin = admin;
    this.timeout = timeout;
  }

  /** The end of a partition: beyond every record that any node was told is durable before. */
  long end(TopicPartition partition) {
    return one(partition, OffsetSpec.latest()).offset();
  }

  Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
    return offsets(all(partitions, OffsetSpec.latest()));
  }

  Map<TopicPartition, Long> firsts(Collection<TopicPartition> partitions) {
    return offsets(all(partitions, OffsetSpec.earliest()));
  }

  /** The offset of the first record whose time is not earlier, or -1. */
  long at(TopicPartition partition, long millis) {
    return one(partition, OffsetSpec.forTimestamp(millis)).offset();
  }

  /** The latest time of a record in each partition; nothing if a broker cannot tell. */
  Map<TopicPartition, Long> latestTimes(Collection<TopicPartition> partitions) {
    try {
      Map<TopicPartition, Long> times = new HashMap<>();
      ask(all(partitions, OffsetSpec.maxTimestamp()))
          .forEach((partition, result) -> times.put(partition, result.timestamp()));
      return times;
    } catch (UnsupportedVersionException e) {
      return Map.of();
    }
  }

  private ListOffsetsResultInfo one(TopicPartition partition, OffsetSpec spec) {
    ListOffsetsResultInfo result = ask(Map.of(partition, spec)).get(partition);
    if (result == null) {
      throw new LogUnavailableException("no broker knows " + partition);
    }
    return result;
  }

  private static Map<TopicPartition, OffsetSpec> all(
      Collection<TopicPartition> partitions, OffsetSpec spec) {
    Map<TopicPartition, OffsetSpec> request = new HashMap<>();
    partitions.forEach(partition -> request.put(partition, spec));
    return request;
  }

  private Map<TopicPartition, Long> offsets(Map<TopicPartition, OffsetSpec> request) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    ask(request).forEach((partition, result) -> offsets.put(partition, result.offset()));
    return offsets;
  }

  private Map<TopicPartition, ListOffsetsResultInfo> ask(Map<TopicPartition, OffsetSpec> request) {
    ListOffsetsOptions options = new ListOffsetsOptions().timeoutMs((int) timeout.toMillis());
    try {
      return BrokerAnswers.await(
          admin.listOffsets(request, options).all(), timeout.plus(CLIENT_TIMEOUT));
    } catch (UnsupportedVersionException e) {
      throw e;
    } catch (KafkaException e) {
      throw new LogUnavailableException("cannot ask the brokers for offsets: " + e.getMessage(), e);
    }
  }
}
