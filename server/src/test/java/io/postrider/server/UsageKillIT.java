package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the real program while it counts, and then compares what it counted with its log. */
class UsageKillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 5);
  private static final int CLIENTS = 4;
  private static final String TOKEN = "token-of-the-tests-0123456789";
  private static final String ITEM = "{\"type\":\"track\",\"userId\":\"u\",\"event\":\"E\"}";
  private static final String BATCH = "{\"batch\":[" + (ITEM + ",").repeat(19) + ITEM + "]}";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void everyCall_isCountedOnceHoweverOftenTheProcessIsKilled(@TempDir Path folder)
      throws Exception {
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println("UsageKillIT -Dpostrider.seed=" + seed);
    Random random = new Random(seed);
    String writeKey;
    try (ChildServer first = start(folder)) {
      writeKey = first.writeKey();
      loadUntilKilled(first, writeKey, 50);
    }
    for (int kill = 1; kill < KILLS; kill++) {
      try (ChildServer child = start(folder)) {
        loadUntilKilled(child, writeKey, 20 + random.nextInt(200));
      }
    }
    long counted;
    try (ChildServer child = start(folder)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> get(child, "/metrics").contains("follower_lag{follower=\"usage\"} 0.0"));
      counted = calls(get(child, "/api/usage"));
      assertThat(child.terminate()).isZero();
    }
    int kept = KeptMessage.readAll(folder).size();
    System.out.println("UsageKillIT: " + kept + " kept, " + counted + " counted");
    assertThat(counted).isEqualTo(kept).isGreaterThan(1_000);
  }

  private static ChildServer start(Path folder) {
    return ChildServer.start(folder, Map.of("POSTRIDER_ADMIN_TOKEN", TOKEN));
  }

  private static long calls(String json) throws IOException {
    JsonNode rows = new ObjectMapper().readTree(json).path("data");
    long sum = 0;
    for (JsonNode row : rows) {
      sum += row.path("calls").asLong();
    }
    return sum;
  }

  private String get(ChildServer child, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + child.port() + path))
            .header("Authorization", "Bearer " + TOKEN)
            .build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  /** Lets clients send until some requests are under way, then kills the process. */
  private void loadUntilKilled(ChildServer child, String writeKey, int requests) {
    AtomicInteger sent = new AtomicInteger();
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      for (int i = 0; i < CLIENTS; i++) {
        clients.execute(
            () -> {
              do {
                if (sent.incrementAndGet() == requests) {
                  child.kill();
                }
              } while (send(child.port(), writeKey));
            });
      }
    }
  }

  private boolean send(int port, String writeKey) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/batch"))
            .header("Authorization", RunningServer.basic(writeKey))
            .POST(BodyPublishers.ofString(BATCH))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
