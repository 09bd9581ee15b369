package io.postrider.client;

import static io.postrider.client.FakeService.hangUp;
import static io.postrider.client.FakeService.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads, a failing service, a small queue: every call has exactly one outcome. */
@Timeout(120)
class StressTest {

  private static final int THREADS = 16;
  private static final int CALLS = 2_000;

  private final FakeService service = new FakeService();
  private final Set<String> delivered = ConcurrentHashMap.newKeySet();
  private final Set<String> failed = ConcurrentHashMap.newKeySet();
  private final AtomicInteger reported = new AtomicInteger();

  @AfterEach
  void stop() {
    service.close();
  }

  private final DeliveryListener listener =
      new DeliveryListener() {
        @Override
        public void failed(List<QueuedMessage> messages, Failure failure) {
          messages.forEach(message -> failed.add(message.messageId()));
          reported.addAndGet(messages.size());
        }

        @Override
        public void delivered(List<QueuedMessage> messages) {
          messages.forEach(message -> delivered.add(message.messageId()));
          reported.addAndGet(messages.size());
        }
      };

  @ParameterizedTest
  @EnumSource(WhenFull.class)
  void everyCall_hasOneOutcome(WhenFull whenFull) throws Exception {
    Random random = new Random(Long.getLong("postrider.seed", 1));
    for (int i = 0; i < 300; i++) {
      int kind = random.nextInt(6);
      service.replies(
          kind == 0 ? status(503, "") : kind == 1 ? hangUp() : status(200, "{\"success\":true}"));
    }
    Set<String> queued = ConcurrentHashMap.newKeySet();
    Postrider client =
        Postrider.builder("key")
            .endpoint(service.url())
            .queueMessages(500)
            .whenFull(whenFull)
            .jitter(() -> 0)
            .listener(listener)
            .build();
    inParallel(
        thread -> {
          for (int i = 0; i < CALLS; i++) {
            String id = thread + "-" + i;
            if (client.track(new Track("E").userId("u").messageId(id).property("n", i))) {
              queued.add(id);
            }
            if (ThreadLocalRandom.current().nextInt(200) == 0) {
              client.flush();
            }
          }
        });
    assertThat(client.close(Duration.ofMinutes(1))).isTrue();

    assertThat(delivered).isEqualTo(queued);
    assertThat(reported).hasValue(THREADS * CALLS);
    assertThat(failed).hasSize(THREADS * CALLS - queued.size());
    if (whenFull == WhenFull.BLOCK) {
      assertThat(failed).isEmpty();
    }
    Set<String> arrived = new HashSet<>();
    service.rest().forEach(request -> arrived.addAll(request.ids()));
    assertThat(arrived).isEqualTo(queued);
  }

  @Test
  void closingDuringCalls_losesNoQueuedMessage() throws Exception {
    Set<String> queued = ConcurrentHashMap.newKeySet();
    Postrider client = Postrider.builder("key").endpoint(service.url()).listener(listener).build();
    AtomicInteger calls = new AtomicInteger();
    inParallel(
        thread -> {
          for (int i = 0; i < CALLS; i++) {
            try {
              String id = thread + "-" + i;
              if (client.track(new Track("E").userId("u").messageId(id))) {
                queued.add(id);
              }
            } catch (IllegalStateException e) {
              return; // closed
            }
            if (calls.incrementAndGet() == THREADS * CALLS / 4) {
              assertThat(client.close(Duration.ofMinutes(1))).isTrue();
            }
          }
        });
    assertThat(queued).isNotEmpty();
    assertThat(delivered).isEqualTo(queued);
  }

  /** What each thread does. */
  private interface Work {
    void run(int thread) throws Exception;
  }

  private static void inParallel(Work work) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        running.add(
            threads.submit(
                () -> {
                  work.run(thread);
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    }
  }
}
