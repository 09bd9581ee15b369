package io.postrider.client;

import static io.postrider.client.FakeService.after;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What calls do while the queue is full. */
@Timeout(60)
class FullQueueTest {

  private static final Duration LONG = Duration.ofSeconds(50);

  private final FakeService service = new FakeService();
  private final RecordingListener listener = new RecordingListener();
  private final CountDownLatch go = new CountDownLatch(1);

  @AfterEach
  void stop() {
    service.close();
  }

  private PostriderBuilder settings() {
    return Postrider.builder("key")
        .endpoint(service.url())
        .flushAfter(LONG)
        .queueMessages(3)
        .listener(listener);
  }

  private static Track track(String id) {
    return new Track("E").userId("u").messageId(id);
  }

  /** Fills the queue while the service does not respond. */
  private void fill(Postrider client) throws InterruptedException {
    service.replies(after(go));
    for (String id : new String[] {"a", "b", "c"}) {
      assertThat(client.track(track(id))).isTrue();
    }
    service.next();
  }

  @Test
  void refusingClient_returnsFalseAndNotifiesTheListener() throws InterruptedException {
    try (Postrider client = settings().build()) {
      fill(client);
      assertThat(client.track(track("d"))).isFalse();
      assertThat(listener.lines()).containsExactly("failed d QUEUE_FULL");
      go.countDown();
      assertThat(client.flush(LONG)).isTrue();
      assertThat(client.track(track("e"))).isTrue();
    }
    assertThat(listener.lines())
        .containsExactly("failed d QUEUE_FULL", "delivered a b c", "delivered e");
  }

  @Test
  void interruptedThread_mayStillCall() {
    try (Postrider client = settings().build()) {
      Thread.currentThread().interrupt();
      assertThat(client.track(track("a"))).isTrue();
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void blockingClient_waitsForRoom() throws InterruptedException {
    try (Postrider client = settings().whenFull(WhenFull.BLOCK).build()) {
      fill(client);
      CompletableFuture<Boolean> waiting =
          CompletableFuture.supplyAsync(() -> client.track(track("d")), Thread::startVirtualThread);
      go.countDown();
      assertThat(waiting.join()).isTrue();
    }
    assertThat(listener.lines()).containsExactly("delivered a b c", "delivered d");
  }

  @Test
  void waitingCall_endsWhenItsThreadIsInterrupted() throws InterruptedException {
    try (Postrider client = settings().whenFull(WhenFull.BLOCK).build()) {
      fill(client);
      Thread.currentThread().interrupt();
      assertThat(client.track(track("d"))).isFalse();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(listener.lines()).containsExactly("failed d QUEUE_FULL");
      go.countDown();
    }
  }

  @Test
  void waitingCall_endsWhenTheClientIsClosed() throws InterruptedException {
    Postrider client = settings().whenFull(WhenFull.BLOCK).build();
    fill(client);
    CompletableFuture<Boolean> waiting =
        CompletableFuture.supplyAsync(() -> client.track(track("d")), Thread::startVirtualThread);
    CompletableFuture<Boolean> closing =
        CompletableFuture.supplyAsync(() -> client.close(LONG), Thread::startVirtualThread);
    assertThatThrownBy(waiting::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("The client is closed.");
    go.countDown();
    assertThat(closing.join()).isTrue();
  }

  @Test
  void listener_neverBlocksOnAFullQueue() throws InterruptedException {
    CompletableFuture<Postrider> made = new CompletableFuture<>();
    CompletableFuture<Boolean> fifth = new CompletableFuture<>();
    DeliveryListener calling =
        new DeliveryListener() {
          @Override
          public void failed(java.util.List<QueuedMessage> messages, Failure failure) {}

          @Override
          public void delivered(java.util.List<QueuedMessage> messages) {
            if (!fifth.isDone()) {
              made.join().track(track("r1"));
              made.join().track(track("r2"));
              made.join().track(track("r3"));
              fifth.complete(made.join().track(track("r4")));
            }
          }
        };
    try (Postrider client = settings().whenFull(WhenFull.BLOCK).listener(calling).build()) {
      made.complete(client);
      fill(client);
      go.countDown();
      assertThat(fifth.join()).isFalse();
    }
  }
}
