package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogRecord;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class PartitionFetcherTest {

  private static final TopicPartition ONE = new TopicPartition("topic", 1);
  private static final TopicPartition TWO = new TopicPartition("topic", 2);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int RECORD_BYTES = 100;

  private final CountingConsumer consumer = new CountingConsumer();
  private final PartitionFetcher fetcher = new PartitionFetcher(consumer, 1_000);

  @Test
  void readsInTurns_shareAPoll() {
    readFirstOfBoth();
    int before = consumer.polls;

    consumer.arrive(ONE, 1, 2);
    consumer.arrive(TWO, 1, 2);
    assertThat(offsets(fetcher.read(ONE, 1, 3, 1_000, TIMEOUT))).containsExactly(1L, 2L);
    assertThat(offsets(fetcher.read(TWO, 1, 3, 1_000, TIMEOUT))).containsExactly(1L, 2L);

    assertThat(consumer.polls - before).isEqualTo(1);
  }

  @Test
  void failureOfAnotherPartition_doesNotFailARead() {
    readFirstOfBoth();
    consumer.schedulePollTask(
        () -> consumer.setPollException(new OffsetOutOfRangeException(Map.of(TWO, 1L))));
    consumer.schedulePollTask(() -> consumer.arrive(ONE, 1));

    assertThat(offsets(fetcher.read(ONE, 1, 2, 1_000, TIMEOUT))).containsExactly(1L);
    assertThat(fetcher.isAt(TWO, 1)).isFalse();
  }

  @Test
  void failureOfItsOwnPartition_failsARead() {
    readFirstOfBoth();
    OffsetOutOfRangeException gone = new OffsetOutOfRangeException(Map.of(ONE, 1L));
    consumer.schedulePollTask(() -> consumer.setPollException(gone));
    consumer.schedulePollTask(() -> consumer.setPollException(gone));

    assertThatThrownBy(() -> fetcher.read(ONE, 1, 2, 1_000, TIMEOUT)).isSameAs(gone);
  }

  @Test
  void recordsThatWait_areNotFetchedOn() {
    readFirstOfBoth();
    consumer.arrive(ONE, 1);
    consumer.arrive(TWO, 1);
    assertThat(offsets(fetcher.read(ONE, 1, 2, 1_000, TIMEOUT))).containsExactly(1L);

    consumer.arrive(ONE, 2);
    assertThat(offsets(fetcher.read(ONE, 2, 3, 1_000, TIMEOUT))).containsExactly(2L);

    assertThat(consumer.paused()).containsExactly(TWO);
  }

  @Test
  void leastRecentPartition_isDroppedBeyondTheBound() {
    readFirstOfBoth();
    consumer.arrive(ONE, 1, 2, 3, 4, 5, 6);
    consumer.arrive(TWO, 1, 2, 3, 4, 5, 6);

    assertThat(offsets(fetcher.read(ONE, 1, 7, RECORD_BYTES, TIMEOUT))).containsExactly(1L);

    assertThat(consumer.assignment()).containsExactly(ONE);
    assertThat(fetcher.isAt(ONE, 2)).isTrue();
    assertThat(fetcher.isAt(TWO, 1)).isFalse();
  }

  private void readFirstOfBoth() {
    for (TopicPartition partition : List.of(ONE, TWO)) {
      consumer.schedulePollTask(() -> consumer.arrive(partition, 0));
      assertThat(offsets(fetcher.read(partition, 0, 1, 1_000, TIMEOUT))).containsExactly(0L);
    }
  }

  private static List<Long> offsets(List<LogRecord> records) {
    return records.stream().map(LogRecord::offset).toList();
  }

  /** A consumer without brokers that counts its polls. */
  private static final class CountingConsumer extends MockConsumer<byte[], ByteBuffer> {

    private int polls;

    CountingConsumer() {
      super("none");
    }

    @Override
    public synchronized ConsumerRecords<byte[], ByteBuffer> poll(Duration timeout) {
      polls++;
      return super.poll(timeout);
    }

    private void arrive(TopicPartition partition, long... offsets) {
      for (long offset : offsets) {
        addRecord(
            new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                offset,
                new byte[0],
                ByteBuffer.allocate(RECORD_BYTES)));
      }
    }
  }
}
