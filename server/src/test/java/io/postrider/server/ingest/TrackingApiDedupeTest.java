package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.RunningServer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Duplicates of one source are answered 200 and stored once. */
final class TrackingApiDedupeTest extends TrackingTests {

  private static final Duration WINDOW = Duration.ofMinutes(10);
  private static final String MESSAGE = track("\"messageId\":\"m\"");

  private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

  @Override
  InstantSource time() {
    return () -> now;
  }

  @Override
  Map<String, String> settings() {
    return Map.of("dedupe.window", "10m");
  }

  @Test
  void sameIdAgain_isStoredOnce() {
    for (int i = 0; i < 3; i++) {
      post("/v1/track", MESSAGE).isSuccess();
    }
    post("/v1/batch", batch(MESSAGE, track(""), MESSAGE)).isSuccess();
    post("/v1/page", "{\"userId\":\"other\",\"messageId\":\"m\"}").isSuccess();
    assertThat(server.get("/metrics").body()).contains("postrider_dedupe_hits_total 5.0");
    assertThat(stored()).hasSize(2);
  }

  @Test
  void sameIdInOneBatch_isStoredOnce() {
    post("/v1/batch", batch(MESSAGE, MESSAGE, track("\"messageId\":\"n\""), MESSAGE)).isSuccess();
    assertThat(ids()).containsExactly("m", "n");
  }

  @Test
  void sameIdOfAnotherSource_isAnotherMessage() {
    post("/v1/track", MESSAGE).isSuccess();
    post("/v1/track", MESSAGE, "Authorization", RunningServer.basic(source("server"))).isSuccess();
    assertThat(ids()).containsExactly("m", "m");
  }

  @Test
  void sameIdUnderARotatedKey_isTheSameMessage() throws Exception {
    post("/v1/track", MESSAGE).isSuccess();
    String sources = server.admin("GET", "/api/sources", null).body();
    String id = sources.replaceFirst("(?s).*\"(src_\\w+)\".*", "$1");
    String rotated = server.admin("POST", "/api/sources/" + id + "/write-keys", null).body();
    String key = rotated.replaceFirst("(?s).*?\"writeKey\":\"(\\w+)\".*", "$1");
    assertThat(key).isNotEqualTo(writeKey);
    post("/v1/track", MESSAGE, "Authorization", RunningServer.basic(key)).isSuccess();
    assertThat(ids()).containsExactly("m");
  }

  @Test
  void numberAndText_areTheSameId() {
    post("/v1/track", track("\"messageId\":7")).isSuccess();
    post("/v1/track", track("\"messageId\":\"7\"")).isSuccess();
    post("/v1/track", track("\"messageId\":7.0")).isSuccess();
    post("/v1/track", track("\"messageId\":\"\\u0037\"")).isSuccess();
    assertThat(ids()).containsExactly("7");
  }

  @Test
  void window_survivesARestart() {
    post("/v1/track", MESSAGE).isSuccess();
    restart();
    post("/v1/track", MESSAGE).isSuccess();
    restart();
    now = now.plus(WINDOW);
    post("/v1/track", MESSAGE).isSuccess();
    assertThat(ids()).containsExactly("m");
  }

  @Test
  void window_ends() {
    post("/v1/track", MESSAGE).isSuccess();
    now = now.plus(WINDOW);
    post("/v1/track", MESSAGE).isSuccess();
    now = now.plusMillis(1);
    post("/v1/track", MESSAGE).isSuccess();
    assertThat(ids()).containsExactly("m", "m");
  }

  @Test
  void rejectedMessage_doesNotTakeItsId() {
    post("/v1/track", "{\"messageId\":\"m\",\"event\":\"E\"}").isError(400, "no_user_anon_id");
    post("/v1/track", MESSAGE).isSuccess();
    assertThat(ids()).containsExactly("m");
  }

  @Test
  void concurrentDuplicates_areStoredOnce() throws Exception {
    List<Future<?>> sending = new ArrayList<>();
    try (ExecutorService clients = Executors.newFixedThreadPool(8)) {
      for (int client = 0; client < 8; client++) {
        sending.add(
            clients.submit(
                () -> {
                  for (int i = 0; i < 25; i++) {
                    post("/v1/track", track("\"messageId\":\"" + i + "\"")).isSuccess();
                  }
                }));
      }
      for (Future<?> sent : sending) {
        sent.get();
      }
    }
    assertThat(ids()).doesNotHaveDuplicates().hasSize(25);
  }

  private List<String> ids() {
    return stored().stream().map(message -> message.text("messageId")).toList();
  }
}
