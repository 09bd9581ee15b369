package io.postrider.client;

import static io.postrider.client.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.client.MessageQueue.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MessageQueueTest {

  private final FakeTime time = new FakeTime();

  private MessageQueue queue(int flushAt, int mostMessages, int mostBytes) {
    return new MessageQueue(
        new QueueOptions(flushAt, Duration.ofSeconds(5).toNanos(), mostMessages, mostBytes), time);
  }

  private static void put(MessageQueue queue, int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      assertThat(queue.put(message("m" + i), false)).isEqualTo(Entry.QUEUED);
    }
  }

  private static List<QueuedMessage> take(MessageQueue queue) throws InterruptedException {
    return Objects.requireNonNull(queue.take());
  }

  @Test
  void enoughMessages_areDueAtOnce() throws InterruptedException {
    MessageQueue queue = queue(20, 100, 1 << 20);
    put(queue, 20);
    assertThat(take(queue)).hasSize(20).first().hasToString("track m0");
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void fewerMessages_areDueWhenTheIntervalEnds() throws InterruptedException {
    MessageQueue queue = queue(20, 100, 1 << 20);
    time.pass(Duration.ofSeconds(12));
    put(queue, 19);
    assertThat(take(queue)).hasSize(19);
    assertThat(time.waits()).containsExactly(Duration.ofSeconds(3));
    time.pass(Duration.ofSeconds(1));
    put(queue, 1);
    assertThat(take(queue)).hasSize(1);
    assertThat(time.waits().getLast()).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void backlog_isSentInOneBatch() throws InterruptedException {
    MessageQueue queue = queue(20, 10_000, 16 << 20);
    put(queue, 2_501);
    assertThat(take(queue)).hasSize(2_500);
    assertThat(time.waits()).isEmpty();
    assertThat(take(queue)).hasSize(1);
    assertThat(time.waits()).containsExactly(Duration.ofSeconds(5));
  }

  @Test
  void flushAtOne_sendsEveryMessageAlone() throws InterruptedException {
    MessageQueue queue = queue(1, 100, 1 << 20);
    put(queue, 2);
    assertThat(take(queue)).hasSize(1);
    assertThat(take(queue)).hasSize(1);
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void fullBatchOfBytes_isDueAtOnce() throws InterruptedException {
    MessageQueue queue = queue(100, 100, 1 << 20);
    QueuedMessage large = Messages.encoded(Messages.ofBytes(32_000));
    for (int i = 0; i < 16; i++) {
      assertThat(queue.put(large, false)).isEqualTo(Entry.QUEUED);
    }
    assertThat(take(queue)).hasSize(15);
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void flush_makesWaitingMessagesDue_butNotLaterOnes() throws InterruptedException {
    MessageQueue queue = queue(20, 100, 1 << 20);
    queue.flush();
    put(queue, 1);
    queue.flush();
    assertThat(take(queue)).hasSize(1);
    assertThat(time.waits()).isEmpty();
    put(queue, 1);
    assertThat(take(queue)).hasSize(1);
    assertThat(time.waits()).hasSize(1);
  }

  @Test
  void messages_areBounded_untilTheBatchIsFreed() throws InterruptedException {
    MessageQueue queue = queue(20, 3, 1 << 20);
    put(queue, 3);
    assertThat(queue.put(message("m3"), false)).isEqualTo(Entry.FULL);
    List<QueuedMessage> batch = take(queue); // a full queue is due
    assertThat(time.waits()).isEmpty();
    assertThat(queue.put(message("m3"), false)).isEqualTo(Entry.FULL);
    queue.free(batch);
    put(queue, 3);
  }

  @Test
  void bytes_areBoundedToTheByte() throws InterruptedException {
    QueuedMessage large = Messages.encoded(Messages.ofBytes(32_768));
    MessageQueue queue = queue(20, 100, 2 * 32_768);
    assertThat(queue.put(large, false)).isEqualTo(Entry.QUEUED);
    assertThat(queue.put(large, false)).isEqualTo(Entry.QUEUED);
    assertThat(queue.put(message("m"), false)).isEqualTo(Entry.FULL);
    List<QueuedMessage> batch = take(queue); // full, so due
    assertThat(time.waits()).isEmpty();
    queue.free(batch);
    assertThat(queue.put(large, false)).isEqualTo(Entry.QUEUED);

    MessageQueue oneByteLess = queue(20, 100, 2 * 32_768 - 1);
    assertThat(oneByteLess.put(large, false)).isEqualTo(Entry.QUEUED);
    assertThat(oneByteLess.put(large, false)).isEqualTo(Entry.FULL);
  }

  @Test
  void closedQueue_returnsTheRestAndRejectsMessages() throws InterruptedException {
    MessageQueue queue = queue(20, 100, 1 << 20);
    put(queue, 2);
    queue.close();
    assertThat(queue.put(message("late"), true)).isEqualTo(Entry.CLOSED);
    assertThat(take(queue)).hasSize(2);
    assertThat(queue.take()).isNull();
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void awaitSettled_ignoresLaterMessages() throws InterruptedException {
    MessageQueue queue = queue(1, 100, 1 << 20);
    put(queue, 1);
    assertThat(queue.awaitSettled(Duration.ofSeconds(1).toNanos())).isFalse();
    assertThat(time.waits()).containsExactly(Duration.ofSeconds(1));
    queue.settle(take(queue));
    assertThat(queue.awaitSettled(0)).isTrue();
  }

  @Test
  void pause_endsOnAbort() throws InterruptedException {
    MessageQueue queue = queue(20, 100, 1 << 20);
    assertThat(queue.pause(Duration.ofSeconds(1).toNanos())).isTrue();
    queue.abort();
    assertThat(queue.pause(Duration.ofDays(1).toNanos())).isFalse();
    assertThat(time.waits()).containsExactly(Duration.ofSeconds(1));
  }
}
