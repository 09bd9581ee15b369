package io.postrider.server;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real program under load, again and again, and looks for everything it acknowledged.
 *
 * <p>A client that got no answer sends the same message again after the restart, as client
 * libraries do; so the log must hold every acknowledged message, and none twice.
 */
class KillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 10);
  private static final int CLIENTS = 16;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<List<String>> unanswered = new ConcurrentLinkedQueue<>();
  private final AtomicInteger ids = new AtomicInteger();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void everythingAcknowledged_isInTheLogOnce_howeverOftenTheProcessIsKilled(@TempDir Path folder)
      throws Exception {
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println("KillIT -Dpostrider.seed=" + seed + " -Dpostrider.kills=" + KILLS);
    Random random = new Random(seed);
    String writeKey = firstStart(folder);
    for (int kill = 0; kill < KILLS; kill++) {
      try (ChildServer child = ChildServer.start(folder, Map.of())) {
        loadUntilKilled(child, writeKey, 50 + random.nextInt(400));
      }
    }
    try (ChildServer child = ChildServer.start(folder, Map.of())) {
      for (List<String> batch; (batch = unanswered.poll()) != null; ) {
        assertThat(send(child.port(), writeKey, batch)).isTrue();
      }
      assertThat(child.terminate()).isZero();
    }

    Map<String, Long> kept =
        KeptMessage.readAll(folder).stream()
            .collect(groupingBy(message -> message.text("messageId"), counting()));
    System.out.println(
        "KillIT: " + acknowledged.size() + " acknowledged, " + kept.size() + " kept");
    assertThat(acknowledged).hasSizeGreaterThan(100);
    assertThat(kept.keySet()).containsAll(acknowledged);
    Map<String, Long> twice = new HashMap<>(kept);
    twice.values().removeIf(count -> count == 1);
    assertThat(twice).isEmpty();
  }

  private static String firstStart(Path folder) {
    try (ChildServer child = ChildServer.start(folder, Map.of())) {
      child.terminate();
      return child.writeKey();
    }
  }

  /** Lets clients send until the process has acknowledged some requests, then kills it. */
  private void loadUntilKilled(ChildServer child, String writeKey, int requests) throws Exception {
    AtomicInteger answered = new AtomicInteger();
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        boolean batches = i % 4 == 0;
        running.add(
            clients.submit(
                () -> {
                  List<String> next;
                  do {
                    List<String> again = unanswered.poll();
                    next = again != null ? again : newIds(batches ? 20 : 1);
                    if (answered.incrementAndGet() == requests) {
                      child.kill();
                    }
                  } while (send(child.port(), writeKey, next));
                }));
      }
      for (Future<?> client : running) {
        client.get();
      }
    }
  }

  private List<String> newIds(int count) {
    List<String> batch = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      batch.add("message-" + ids.incrementAndGet());
    }
    return batch;
  }

  /** Sends messages; false, with the messages put back, if no answer came. */
  private boolean send(int port, String writeKey, List<String> messageIds) {
    String items =
        messageIds.stream()
            .map(
                id ->
                    "{\"type\":\"track\",\"event\":\"E\",\"userId\":\"u\",\"messageId\":\""
                        + id
                        + "\"}")
            .collect(Collectors.joining(","));
    boolean single = messageIds.size() == 1;
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port + (single ? "/v1/track" : "/v1/batch")))
            .header("Authorization", RunningServer.basic(writeKey))
            .POST(BodyPublishers.ofString(single ? items : "{\"batch\":[" + items + "]}"))
            .build();
    try {
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      acknowledged.addAll(messageIds);
      return true;
    } catch (IOException e) {
      unanswered.add(messageIds);
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
