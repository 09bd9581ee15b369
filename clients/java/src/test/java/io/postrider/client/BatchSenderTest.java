package io.postrider.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs the sender on the test's thread, with a fake clock. */
class BatchSenderTest {

  private static final SendResult ACCEPTED = result(200, Duration.ZERO, "{\"success\":true}");
  private static final SendResult UNREACHABLE = SendResult.none(new ConnectException("refused"));

  /** The result of a batch of three. */
  private static SendResult result(int status, Duration retryAfter, String body) {
    return SendResult.of(URI.create("http://h"), 3, status, retryAfter, body);
  }

  private final FakeTime time = new FakeTime();
  private final RecordingListener listener = new RecordingListener();
  private final Deque<SendResult> answers = new ArrayDeque<>();
  private final List<String> bodies = new ArrayList<>();
  private final MessageQueue queue = new MessageQueue(new QueueOptions(20, 1, 100, 1 << 20), time);
  private Transport transport =
      (body, messages) -> {
        bodies.add(new String(body, UTF_8));
        SendResult result = answers.size() > 1 ? answers.poll() : answers.peek();
        return result == null ? ACCEPTED : result;
      };

  private void send(int messages) throws InterruptedException {
    for (QueuedMessage message : Messages.messages(messages)) {
      assertThat(queue.put(message, false)).isEqualTo(MessageQueue.Entry.QUEUED);
    }
    queue.close();
    Reporter reports = new Reporter(listener, System.getLogger("test"), false);
    new BatchSender(queue, transport, time, () -> 1, Duration.ofHours(1), reports).run();
    assertThat(queue.awaitEnd(0)).isTrue();
    assertThat(queue.awaitSettled(0)).isTrue();
  }

  @Test
  void acceptedBatch_isReported() throws InterruptedException {
    send(3);
    assertThat(bodies).hasSize(1);
    assertThat(listener.lines()).containsExactly("delivered m0 m1 m2");
  }

  @Test
  void unreachableService_isRetriedWithGrowingDelays() throws InterruptedException {
    answers.addAll(List.of(UNREACHABLE, UNREACHABLE, result(503, Duration.ZERO, ""), ACCEPTED));
    send(1);
    assertThat(time.waits())
        .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
    assertThat(listener.lines())
        .containsExactly(
            "retrying m0 UNAVAILABLE",
            "retrying m0 UNAVAILABLE",
            "retrying m0 UNAVAILABLE 503",
            "delivered m0");
  }

  @Test
  void attempts_differOnlyInSentAt() throws InterruptedException {
    answers.addAll(List.of(UNREACHABLE, ACCEPTED));
    send(2);
    assertThat(bodies.get(0)).contains("\"sentAt\":\"2026-01-31T12:00:00.000Z\"");
    assertThat(bodies.get(1)).contains("\"sentAt\":\"2026-01-31T12:00:00.100Z\"");
    assertThat(bodies.get(1).replace("00.100Z", "00.000Z")).isEqualTo(bodies.get(0));
  }

  @Test
  void retryAfter_isHonoured() throws InterruptedException {
    answers.addAll(List.of(result(429, Duration.ofSeconds(9), ""), ACCEPTED));
    send(1);
    assertThat(time.waits()).containsExactly(Duration.ofMillis(9_100));
  }

  @Test
  void longOutage_endsInAReportedFailure() throws InterruptedException {
    answers.add(UNREACHABLE);
    send(1);
    assertThat(time.nanos()).isLessThanOrEqualTo(Duration.ofHours(1).toNanos());
    assertThat(time.nanos()).isGreaterThan(Duration.ofMinutes(59).toNanos());
    assertThat(listener.lines().getLast()).isEqualTo("failed m0 UNAVAILABLE");
    assertThat(listener.failures().getLast().message())
        .isEqualTo(
            "Gave up after "
                + bodies.size()
                + " attempts. The service cannot be reached: java.net.ConnectException: refused");
  }

  @Test
  void refusedBatch_isNotRetried() throws InterruptedException {
    answers.add(result(401, Duration.ZERO, "{\"code\":\"invalid_write_key\"}"));
    send(2);
    assertThat(bodies).hasSize(1);
    assertThat(listener.lines()).containsExactly("failed m0 m1 REFUSED 401 invalid_write_key");
  }

  @Test
  void rejectedMessages_areReportedOneByOne_theOthersAreDelivered() throws InterruptedException {
    answers.add(
        result(
            200,
            Duration.ZERO,
            "{\"success\":true,\"rejected\":[{\"index\":1,\"code\":\"timestamp_invalid\"}]}"));
    send(3);
    assertThat(listener.lines())
        .containsExactly("failed m1 REJECTED timestamp_invalid", "delivered m0 m2");
  }

  @Test
  void batchOfRejectedMessagesOnly_isReportedMessageByMessage() throws InterruptedException {
    answers.add(
        result(
            400,
            Duration.ZERO,
            "{\"success\":false,\"code\":\"a\",\"rejected\":[{\"index\":0,\"code\":\"a\"},"
                + "{\"index\":1,\"code\":\"b\"}]}"));
    send(2);
    assertThat(listener.lines()).containsExactly("failed m0 REJECTED a", "failed m1 REJECTED b");
  }

  @Test
  void throwingListener_doesNotStopTheSender() throws InterruptedException {
    listener.throwing(new AssertionError("broken listener"));
    send(21);
    assertThat(listener.lines()).hasSize(1);
  }

  @Test
  void throwingTransport_failsOnlyItsBatch() throws InterruptedException {
    Transport working = transport;
    transport =
        (body, messages) -> {
          if (bodies.isEmpty()) {
            bodies.add("");
            throw new IllegalStateException("bug");
          }
          return working.post(body, messages);
        };
    send(1);
    assertThat(listener.lines()).containsExactly("failed m0 REFUSED");
  }

  @Test
  void outOfMemory_isRetried() throws InterruptedException {
    Transport working = transport;
    transport =
        (body, messages) -> {
          if (bodies.isEmpty()) {
            bodies.add("");
            throw new OutOfMemoryError("test");
          }
          return working.post(body, messages);
        };
    send(1);
    assertThat(listener.lines()).containsExactly("retrying m0 UNAVAILABLE", "delivered m0");
  }

  @Test
  void abort_failsMessagesBeingSentAndWaiting() throws InterruptedException {
    transport =
        (body, messages) -> {
          bodies.add(new String(body, UTF_8));
          queue.abort();
          return UNREACHABLE;
        };
    send(3);
    assertThat(bodies).hasSize(1);
    assertThat(listener.lines()).endsWith("failed m0 m1 m2 CLOSED");
  }

  @Test
  void responseBeforeAbort_counts() throws InterruptedException {
    transport =
        (body, messages) -> {
          queue.abort();
          return ACCEPTED;
        };
    send(1);
    assertThat(listener.lines()).containsExactly("delivered m0");
  }
}
