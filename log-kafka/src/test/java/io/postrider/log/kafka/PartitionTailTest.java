package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.LogRecord;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PartitionTailTest {

  private final PartitionTail tail = new PartitionTail(100);

  private static List<LogRecord> records(long from, int count, int lengthBytes) {
    List<LogRecord> records = new ArrayList<>();
    for (long offset = from; offset < from + count; offset++) {
      records.add(new LogRecord(offset, Instant.EPOCH, ByteBuffer.allocate(lengthBytes)));
    }
    return records;
  }

  private List<Long> read(long offset, int maxBytes) {
    return tail.read(offset, maxBytes).stream().map(LogRecord::offset).toList();
  }

  @Test
  void records_areReadFromAnOffset() {
    tail.start(5);
    tail.add(records(5, 3, 10));
    assertThat(read(4, 1000)).isEmpty();
    assertThat(read(5, 1000)).containsExactly(5L, 6L, 7L);
    assertThat(read(7, 1000)).containsExactly(7L);
    assertThat(read(8, 1000)).isEmpty();
  }

  @Test
  void read_respectsItsBudget() {
    tail.start(0);
    tail.add(records(0, 3, 10));
    assertThat(read(0, 20)).containsExactly(0L, 1L);
    assertThat(read(0, 19)).containsExactly(0L);
    assertThat(read(0, 0)).containsExactly(0L);
  }

  @Test
  void oldestRecords_leaveExactlyBeyondTheBound() {
    tail.start(0);
    tail.add(records(0, 10, 10));
    assertThat(read(0, 1)).containsExactly(0L);
    tail.add(records(10, 1, 1));
    assertThat(read(0, 1)).isEmpty();
    assertThat(read(1, 1000)).hasSize(10);
    tail.add(records(11, 1, 500));
    assertThat(read(10, 1000)).isEmpty();
    assertThat(read(11, 1000)).containsExactly(11L);
  }

  @Test
  void manyRecords_stayAddressable() {
    tail.start(0);
    for (int i = 0; i < 1000; i++) {
      tail.add(records(i, 1, 10));
      assertThat(read(Math.max(0, i - 9), 1000)).hasSize(Math.min(10, i + 1));
    }
  }

  @Test
  void gap_dropsWhatIsBeforeIt() {
    tail.start(0);
    tail.add(records(0, 2, 10));
    tail.add(records(5, 1, 10));
    assertThat(read(0, 1000)).isEmpty();
    assertThat(read(5, 1000)).containsExactly(5L);
  }

  @Test
  void stoppedTail_isEmpty() {
    tail.start(0);
    tail.add(records(0, 2, 10));
    tail.stop();
    assertThat(tail.isOpen()).isFalse();
    assertThat(read(0, 1000)).isEmpty();
    tail.start(7);
    assertThat(tail.isNext(6)).isFalse();
    assertThat(tail.isNext(7)).isTrue();
  }

  @Test
  void readers_haveBuffersOfTheirOwn() {
    tail.start(0);
    tail.add(records(0, 1, 10));
    tail.read(0, 1).getFirst().bytes().get();
    assertThat(tail.read(0, 1).getFirst().bytes().remaining()).isEqualTo(10);
  }

  @Test
  void waitingReader_wakesWithTheRecord() throws Exception {
    tail.start(0);
    CompletableFuture<Void> woken =
        CompletableFuture.runAsync(
            () -> {
              try {
                tail.await(0, TimeUnit.MINUTES.toMillis(5));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    tail.add(records(0, 1, 10));
    woken.get(30, TimeUnit.SECONDS);
    tail.await(0, TimeUnit.MINUTES.toMillis(5)); // is here already
  }
}
