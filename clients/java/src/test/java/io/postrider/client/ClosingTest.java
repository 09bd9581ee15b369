package io.postrider.client;

import static io.postrider.client.FakeService.after;
import static io.postrider.client.FakeService.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.client.FakeService.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closing sends the rest within the timeout, and reports what it could not send. */
@Timeout(60)
class ClosingTest {

  private static final Duration LONG = Duration.ofSeconds(50);
  private static final Duration SHORT = Duration.ofMillis(100);

  private final FakeService service = new FakeService();
  private final RecordingListener listener = new RecordingListener();

  @AfterEach
  void stop() {
    service.close();
  }

  private PostriderBuilder settings() {
    return Postrider.builder("key")
        .endpoint(service.url())
        .flushAfter(LONG)
        .closeTimeout(LONG)
        .jitter(() -> 0)
        .listener(listener);
  }

  private static Track track(String id) {
    return new Track("E").userId("u").messageId(id);
  }

  @Test
  void close_sendsTheLastBatch() throws InterruptedException {
    Postrider client = settings().build();
    client.track(track("a"));
    assertThat(client.close(LONG)).isTrue();
    assertThat(service.next().ids()).containsExactly("a");
    assertThat(listener.lines()).containsExactly("delivered a");
  }

  @Test
  void close_retriesUntilTheLastBatchIsAccepted() {
    service.replies(status(503, ""), status(500, ""));
    Postrider client = settings().build();
    client.track(track("a"));
    assertThat(client.close(LONG)).isTrue();
    assertThat(listener.lines()).endsWith("delivered a");
  }

  @Test
  void closeTwice_hasNoEffect() {
    Postrider client = settings().build();
    assertThat(client.close(LONG)).isTrue();
    assertThat(client.close(LONG)).isTrue();
    client.close();
  }

  @Test
  void closeFromManyThreads_returnsOnAll() {
    CountDownLatch go = new CountDownLatch(1);
    service.replies(after(go));
    Postrider client = settings().build();
    client.track(track("a"));
    List<CompletableFuture<Boolean>> closing =
        List.of(
            CompletableFuture.supplyAsync(() -> client.close(LONG), Thread::startVirtualThread),
            CompletableFuture.supplyAsync(() -> client.close(LONG), Thread::startVirtualThread));
    go.countDown();
    assertThat(closing).allMatch(CompletableFuture::join);
  }

  @Test
  void commonPool_isNotNeeded() {
    int threads = ForkJoinPool.commonPool().getParallelism() + 1;
    List<CompletableFuture<Boolean>> closing = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Postrider client = settings().build();
      client.track(track("a" + i));
      closing.add(CompletableFuture.supplyAsync(() -> client.close(LONG)));
    }
    assertThat(closing).allMatch(CompletableFuture::join);
  }

  @Test
  void callsAfterClose_throw() {
    Postrider client = settings().build();
    client.close();
    assertThatThrownBy(() -> client.track(track("late")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The client is closed.");
    client.flush();
    assertThat(client.flush(LONG)).isTrue();
  }

  @Test
  void outage_endsClosingInTime_andTheRestIsReported() {
    service.close();
    Postrider client = settings().build();
    client.track(track("a"));
    client.track(track("b"));
    assertThat(client.close(SHORT)).isFalse();
    assertThat(listener.lines()).endsWith("failed a b CLOSED");
    assertThat(client.close(LONG)).isFalse();
  }

  @Test
  void unacceptedMessages_makeCloseReturnFalse() {
    String rejection = "{\"success\":true,\"rejected\":[{\"index\":0}]}";
    for (Reply reply : List.of(status(503, ""), status(401, ""), status(200, rejection))) {
      service.replies(reply);
      Postrider client = settings().retryFor(Duration.ofNanos(1)).build();
      client.track(track("a"));
      assertThat(client.close(LONG)).isFalse();
      assertThat(client.close(LONG)).isFalse();
    }
    assertThat(listener.lines())
        .containsExactly("failed a UNAVAILABLE 503", "failed a REFUSED 401", "failed a REJECTED");
    assertThat(listener.failures().getFirst().message())
        .isEqualTo("Gave up after 1 attempt. The service answered 503.");
  }

  @Test
  void failuresBeforeClose_areNotCounted() {
    service.replies(status(401, ""));
    Postrider client = settings().build();
    client.track(track("a"));
    assertThat(client.flush(LONG)).isTrue();
    client.track(track("b"));
    assertThat(client.close(LONG)).isTrue();
  }

  @Test
  void hangingService_endsClosingInTime_andTheRestIsReported() throws InterruptedException {
    service.replies(service.silence());
    Postrider client = settings().flushAt(1).build();
    client.track(track("a"));
    client.track(track("b"));
    service.next(); // the first is being sent
    assertThat(client.close(SHORT)).isFalse();
    assertThat(listener.lines()).endsWith("failed a CLOSED", "failed b CLOSED");
  }

  @Test
  void interruptedClose_abortsAndStaysInterrupted() throws InterruptedException {
    service.replies(service.silence());
    Postrider client = settings().build();
    client.track(track("a"));
    Thread.currentThread().interrupt();
    assertThat(client.close(LONG)).isFalse();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(client.close(LONG)).isFalse();
    assertThat(listener.lines()).endsWith("failed a CLOSED");
  }

  @Test
  void listener_mayCloseAndFlushTheClient() {
    CompletableFuture<Postrider> made = new CompletableFuture<>();
    CompletableFuture<Boolean> closed = new CompletableFuture<>();
    service.replies(status(401, ""));
    Postrider client =
        settings()
            .listener(
                (messages, failure) -> {
                  made.join().flush(LONG);
                  closed.complete(made.join().close(LONG));
                })
            .build();
    made.complete(client);
    client.track(track("a"));
    client.flush();
    assertThat(closed.join()).isFalse(); // not closed yet: the listener is still running
    assertThat(client.close(LONG)).isTrue();
  }

  @Test
  void flush_returnsFalseOnTimeout() throws InterruptedException {
    service.replies(service.silence());
    Postrider client = settings().build();
    client.track(track("a"));
    assertThat(client.flush(SHORT)).isFalse();
    Thread.currentThread().interrupt();
    assertThat(client.flush(LONG)).isFalse();
    assertThat(Thread.interrupted()).isTrue();
    client.close(SHORT);
  }

  @Test
  void thread_isADaemon_andEnds() {
    Postrider client = settings().build();
    Thread thread =
        Thread.getAllStackTraces().keySet().stream()
            .filter(running -> running.getName().equals("postrider-client"))
            .filter(Thread::isAlive)
            .findAny()
            .orElseThrow();
    assertThat(thread.isDaemon()).isTrue();
    client.close();
  }
}
