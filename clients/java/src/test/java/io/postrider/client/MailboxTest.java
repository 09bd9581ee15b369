package io.postrider.client;

import static io.postrider.client.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.client.Mailbox.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MailboxTest {

  private final JumpingTime time = new JumpingTime();

  private Mailbox mailbox(int flushAt, int mostMessages, int mostBytes) {
    return new Mailbox(
        new MailboxOptions(flushAt, Duration.ofSeconds(5).toNanos(), mostMessages, mostBytes),
        time);
  }

  private static void put(Mailbox mailbox, int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      assertThat(mailbox.put(message("m" + i), false)).isEqualTo(Entry.QUEUED);
    }
  }

  private static List<QueuedMessage> take(Mailbox mailbox) throws InterruptedException {
    return Objects.requireNonNull(mailbox.take());
  }

  @Test
  void enoughMessages_areDueAtOnce() throws InterruptedException {
    Mailbox mailbox = mailbox(20, 100, 1 << 20);
    put(mailbox, 20);
    assertThat(take(mailbox)).hasSize(20).first().hasToString("track m0");
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void fewerMessages_areDueWhenTheIntervalEnds() throws InterruptedException {
    Mailbox mailbox = mailbox(20, 100, 1 << 20);
    time.pass(Duration.ofSeconds(12));
    put(mailbox, 19);
    assertThat(take(mailbox)).hasSize(19);
    assertThat(time.waits()).containsExactly(Duration.ofSeconds(3));
    time.pass(Duration.ofSeconds(1));
    put(mailbox, 1);
    assertThat(take(mailbox)).hasSize(1);
    assertThat(time.waits().getLast()).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void moreThanEnough_goTogether() throws InterruptedException {
    Mailbox mailbox = mailbox(20, 10_000, 16 << 20);
    put(mailbox, 2_501);
    assertThat(take(mailbox)).hasSize(2_500);
    assertThat(time.waits()).isEmpty();
    assertThat(take(mailbox)).hasSize(1);
    assertThat(time.waits()).containsExactly(Duration.ofSeconds(5));
  }

  @Test
  void flushCountOfOne_sendsEveryMessageByItself() throws InterruptedException {
    Mailbox mailbox = mailbox(1, 100, 1 << 20);
    put(mailbox, 2);
    assertThat(take(mailbox)).hasSize(1);
    assertThat(take(mailbox)).hasSize(1);
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void requestsWorthOfBytes_isDueAtOnce() throws InterruptedException {
    Mailbox mailbox = mailbox(100, 100, 1 << 20);
    QueuedMessage large = Messages.encoded(Messages.ofBytes(32_000));
    for (int i = 0; i < 16; i++) {
      assertThat(mailbox.put(large, false)).isEqualTo(Entry.QUEUED);
    }
    assertThat(take(mailbox)).hasSize(15);
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void flush_makesDueWhatWaits_andNothingLater() throws InterruptedException {
    Mailbox mailbox = mailbox(20, 100, 1 << 20);
    mailbox.flush();
    put(mailbox, 1);
    mailbox.flush();
    assertThat(take(mailbox)).hasSize(1);
    assertThat(time.waits()).isEmpty();
    put(mailbox, 1);
    assertThat(take(mailbox)).hasSize(1);
    assertThat(time.waits()).hasSize(1);
  }

  @Test
  void messages_areBounded_untilThoseBeingSentAreFree() throws InterruptedException {
    Mailbox mailbox = mailbox(20, 3, 1 << 20);
    put(mailbox, 3);
    assertThat(mailbox.put(message("m3"), false)).isEqualTo(Entry.FULL);
    List<QueuedMessage> batch = take(mailbox); // a full mailbox is due
    assertThat(time.waits()).isEmpty();
    assertThat(mailbox.put(message("m3"), false)).isEqualTo(Entry.FULL);
    mailbox.free(batch);
    put(mailbox, 3);
  }

  @Test
  void bytes_areBoundedToTheByte() throws InterruptedException {
    QueuedMessage large = Messages.encoded(Messages.ofBytes(32_768));
    Mailbox mailbox = mailbox(20, 100, 2 * 32_768);
    assertThat(mailbox.put(large, false)).isEqualTo(Entry.QUEUED);
    assertThat(mailbox.put(large, false)).isEqualTo(Entry.QUEUED);
    assertThat(mailbox.put(message("m"), false)).isEqualTo(Entry.FULL);
    List<QueuedMessage> batch = take(mailbox); // full, so due
    assertThat(time.waits()).isEmpty();
    mailbox.free(batch);
    assertThat(mailbox.put(large, false)).isEqualTo(Entry.QUEUED);

    Mailbox oneByteLess = mailbox(20, 100, 2 * 32_768 - 1);
    assertThat(oneByteLess.put(large, false)).isEqualTo(Entry.QUEUED);
    assertThat(oneByteLess.put(large, false)).isEqualTo(Entry.FULL);
  }

  @Test
  void closedMailbox_givesTheRestAndTakesNothing() throws InterruptedException {
    Mailbox mailbox = mailbox(20, 100, 1 << 20);
    put(mailbox, 2);
    mailbox.close();
    assertThat(mailbox.put(message("late"), true)).isEqualTo(Entry.CLOSED);
    assertThat(take(mailbox)).hasSize(2);
    assertThat(mailbox.take()).isNull();
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void settling_isWaitedFor_butNotForLaterMessages() throws InterruptedException {
    Mailbox mailbox = mailbox(1, 100, 1 << 20);
    put(mailbox, 1);
    assertThat(mailbox.awaitSettled(Duration.ofSeconds(1).toNanos())).isFalse();
    assertThat(time.waits()).containsExactly(Duration.ofSeconds(1));
    mailbox.settle(take(mailbox));
    assertThat(mailbox.awaitSettled(0)).isTrue();
  }

  @Test
  void pause_endsWhenTheClientGivesUp() throws InterruptedException {
    Mailbox mailbox = mailbox(20, 100, 1 << 20);
    assertThat(mailbox.pause(Duration.ofSeconds(1).toNanos())).isTrue();
    mailbox.abort();
    assertThat(mailbox.pause(Duration.ofDays(1).toNanos())).isFalse();
    assertThat(time.waits()).containsExactly(Duration.ofSeconds(1));
  }
}
