package io.postrider.conformance;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.client.Alias;
import io.postrider.client.Postrider;
import io.postrider.client.PostriderBuilder;
import io.postrider.client.Track;
import io.postrider.client.WhenFull;
import io.postrider.server.StoredMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java client against the real service, across kills and restarts. */
class JavaClientIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final int THREADS = 4;
  private static final int CALLS = 1_500;

  private final RecordingListener listener = new RecordingListener();

  private PostriderBuilder settings(Service service) {
    return Postrider.builder(service.writeKey())
        .endpoint(service.url())
        .queueMessages(400)
        .whenFull(WhenFull.BLOCK)
        .listener(listener);
  }

  @Test
  void everyCall_isStoredOnce_acrossKillsAndRestarts(@TempDir Path folder) throws Exception {
    try (Service service = Service.start(folder)) {
      callWhileRestarting(service);
      Map<String, Long> stored =
          service.stopAndRead().stream()
              .collect(groupingBy(message -> message.text("messageId"), counting()));
      assertThat(stored.keySet()).isEqualTo(listener.delivered()).hasSize(THREADS * CALLS);
      Map<String, Long> duplicates = new HashMap<>(stored);
      duplicates.values().removeIf(count -> count == 1);
      assertThat(duplicates).isEmpty();
    }
  }

  @Test
  void everyCall_reachesAWebhook_acrossKillsAndRestarts(@TempDir Path folder) throws Exception {
    try (Receiver receiver = new Receiver();
        Service service = Service.start(folder)) {
      service.deliverTo(receiver);
      callWhileRestarting(service);
      await()
          .atMost(TIMEOUT)
          .untilAsserted(
              () -> assertThat(receiver.messages().keySet()).isEqualTo(listener.delivered()));
      assertThat(receiver.unsigned()).isEmpty();
      Map<String, Long> stored =
          service.stopAndRead().stream()
              .collect(groupingBy(message -> message.text("messageId"), counting()));
      assertThat(stored)
          .hasSameSizeAs(listener.delivered())
          .allSatisfy((id, n) -> assertThat(n).isOne());
    }
  }

  /** Calls from several threads while the service is killed twice and stopped once. */
  private void callWhileRestarting(Service service) throws Exception {
    try (Postrider client = settings(service).build();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> calling = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int name = thread;
        calling.add(threads.submit(() -> call(client, name)));
      }
      int all = THREADS * CALLS;
      await().atMost(TIMEOUT).until(() -> listener.delivered().size() > all / 8);
      service.killAndStart();
      await().atMost(TIMEOUT).until(() -> listener.delivered().size() > all / 4);
      service.stopAndStart();
      await().atMost(TIMEOUT).until(() -> listener.delivered().size() > all / 2);
      service.killAndStart();
      for (Future<?> one : calling) {
        one.get();
      }
      assertThat(client.flush(TIMEOUT)).isTrue();
    }
    assertThat(listener.failed()).isEmpty();
    assertThat(listener.delivered()).hasSize(THREADS * CALLS);
  }

  private static void call(Postrider client, int thread) {
    for (int i = 0; i < CALLS; i++) {
      Track track = new Track("E").userId("user-" + thread).messageId(thread + "-" + i);
      assertThat(client.track(track.property("n", i))).isTrue();
    }
  }

  @Test
  void wrongWriteKey_failsWithoutRetry(@TempDir Path folder) {
    try (Service service = Service.start(folder);
        Postrider client =
            Postrider.builder("wk_of_nobody").endpoint(service.url()).listener(listener).build()) {
      client.track(new Track("E").userId("u").messageId("a"));
      assertThat(client.flush(TIMEOUT)).isTrue();
      assertThat(listener.failed()).containsExactly("a REFUSEDinvalid_write_key");
    }
  }

  @Test
  void messagesAtTheLimits_areAccepted_aWrongOneIsRejectedAlone(@TempDir Path folder) {
    try (Service service = Service.start(folder);
        Postrider client = settings(service).build()) {
      client.track(new Track("E").userId("u").messageId("deep").property("v", nested(60)));
      client.track(largest());
      client.track(new Track("E").userId("u").messageId("x".repeat(100)));
      client.track(new Track("E").userId("u").messageId("wrong").timestamp("2026-02-30"));
      client.alias(new Alias("old", "new").messageId("fine"));
      assertThat(client.flush(TIMEOUT)).isTrue();
      assertThat(listener.failed()).containsExactly("wrong REJECTEDtimestamp_invalid");
      assertThat(listener.delivered())
          .containsExactlyInAnyOrder("deep", "large", "x".repeat(100), "fine");
    }
  }

  private static Object nested(int levels) {
    Object value = List.of();
    for (int i = 1; i < levels; i++) {
      value = List.of(value);
    }
    return value;
  }

  /** The largest message that the client accepts, found by trial. */
  private static Track largest() {
    try (Postrider trial =
        Postrider.builder("trial")
            .endpoint("http://127.0.0.1:1")
            .closeTimeout(Duration.ofNanos(1))
            .listener((messages, failure) -> {})
            .build()) {
      int length = 32_768;
      while (true) {
        Track track =
            new Track("E").userId("u").messageId("large").property("x", "x".repeat(length));
        try {
          trial.track(track);
          return track;
        } catch (IllegalArgumentException tooLarge) {
          length--;
        }
      }
    }
  }

  @Test
  void callersTime_arrivesUnchanged_andGeneratedTimeIsCorrected(@TempDir Path folder) {
    try (Service service = Service.start(folder)) {
      try (Postrider client = settings(service).build()) {
        client.track(
            new Track("E").userId("u").messageId("then").timestamp("2009-11-10T23:00:00Z"));
        client.track(new Track("E").userId("u").messageId("now"));
      }
      Map<String, JsonNode> stored = new HashMap<>();
      for (StoredMessage message : service.stopAndRead()) {
        stored.put(message.text("messageId"), message.tree());
      }
      assertThat(stored.get("then").path("timestamp").asText())
          .isEqualTo("2009-11-10T23:00:00.000Z");
      assertThat(stored.get("then").has("sentAt")).isFalse();
      assertThat(stored.get("now").has("sentAt")).isTrue();
      assertThat(stored.get("now").at("/context/library/name").asText())
          .isEqualTo("postrider-java");
    }
  }
}
