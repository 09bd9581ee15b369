package io.postrider.client;

import static io.postrider.client.FakeService.after;
import static io.postrider.client.FakeService.hangUp;
import static io.postrider.client.FakeService.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.client.FakeService.Request;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client over real HTTP: requests, and reactions to responses. */
@Timeout(60)
class PostriderTest {

  private static final Duration LONG = Duration.ofSeconds(50);

  private final FakeService service = new FakeService();
  private final RecordingListener listener = new RecordingListener();

  @AfterEach
  void stop() {
    service.close();
  }

  /** A client that sends only on flush and retries immediately. */
  private PostriderBuilder settings() {
    return Postrider.builder("key")
        .endpoint(service.url())
        .flushAfter(LONG)
        .jitter(() -> 0)
        .listener(listener);
  }

  private static Track track(String id) {
    return new Track("E").userId("u").messageId(id);
  }

  @Test
  void request_hasTheExpectedForm() throws InterruptedException {
    try (Postrider client = settings().build()) {
      assertThat(client.track(track("a"))).isTrue();
      assertThat(client.flush(LONG)).isTrue();
    }
    Request request = service.next();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/v1/batch");
    assertThat(request.header("Authorization")).isEqualTo("Basic a2V5Og==");
    assertThat(request.header("Content-Type")).isEqualTo("application/json");
    assertThat(request.header("User-Agent")).isEqualTo("postrider-java/1.0.0");
    assertThat(request.header("Content-Length"))
        .isEqualTo(Integer.toString(request.body().length()));
    assertThat(listener.lines()).containsExactly("delivered a");
  }

  @Test
  void allSixCalls_areSent() throws InterruptedException {
    try (Postrider client = settings().build()) {
      client.identify(new Identify().userId("u").trait("plan", "pro"));
      client.track(new Track("E").userId("u").property("n", 1));
      client.page(new Page("Home").userId("u"));
      client.screen(new Screen("Main").userId("u"));
      client.group(new Group("acme").userId("u"));
      client.alias(new Alias("old", "u"));
    }
    assertThat(service.next().messages().stream().map(message -> message.path("type").asText()))
        .containsExactly("identify", "track", "page", "screen", "group", "alias");
  }

  @Test
  void endpointWithAPath_isUsedUnchanged() throws InterruptedException {
    for (String path : List.of("/in/here?x=1", "/v1/import/")) {
      try (Postrider client = settings().endpoint(service.url() + path).build()) {
        client.track(track("a"));
      }
      assertThat(service.next().path()).isEqualTo(path);
    }
    try (Postrider client = settings().endpoint(service.url() + "/").build()) {
      client.track(track("a"));
    }
    assertThat(service.next().path()).isEqualTo("/v1/batch");
  }

  @Test
  void twentyCalls_areSentTogether_withoutWaiting() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    service.replies(after(go));
    try (Postrider client = settings().build()) {
      for (int i = 0; i < 20; i++) {
        client.track(track("m" + i));
      }
      assertThat(service.next().ids()).hasSize(20).startsWith("m0").endsWith("m19");
      go.countDown();
    }
  }

  @Test
  void interval_sendsASmallerBatch() throws InterruptedException {
    try (Postrider client = settings().flushAfter(Duration.ofMillis(20)).build()) {
      client.track(track("a"));
      assertThat(service.next().ids()).containsExactly("a");
      client.track(track("b"));
      assertThat(service.next().ids()).containsExactly("b");
    }
  }

  @Test
  void flushAtOne_sendsEveryCallAlone() throws InterruptedException {
    try (Postrider client = settings().flushAt(1).build()) {
      client.track(track("a"));
      client.track(track("b"));
      assertThat(service.next().ids()).containsExactly("a");
      assertThat(service.next().ids()).containsExactly("b");
    }
  }

  @Test
  void callersTimestampAndGeneratedTimestamp_shareABatch() throws InterruptedException {
    try (Postrider client = settings().build()) {
      client.track(track("then").timestamp(Instant.EPOCH));
      client.track(track("now"));
    }
    List<JsonNode> messages = service.next().messages();
    assertThat(messages.get(0).path("timestamp").asText()).isEqualTo("1970-01-01T00:00:00.000Z");
    assertThat(messages.get(0).has("sentAt")).isFalse();
    assertThat(messages.get(1).has("sentAt")).isTrue();
  }

  @Test
  void temporaryFailures_areRetried() throws InterruptedException {
    service.replies(
        status(503, "{\"code\":\"unavailable\"}", "Retry-After", "0"),
        status(429, "", "Retry-After", "0"),
        status(500, "<html>oops"),
        status(502, ""),
        hangUp());
    try (Postrider client = settings().build()) {
      client.track(track("a"));
      client.track(track("b"));
      assertThat(client.flush(LONG)).isTrue();
    }
    List<Request> requests = service.rest();
    assertThat(requests).hasSize(6).allMatch(request -> request.ids().equals(List.of("a", "b")));
    assertThat(listener.lines())
        .containsExactly(
            "retrying a b UNAVAILABLE 503 unavailable",
            "retrying a b UNAVAILABLE 429",
            "retrying a b UNAVAILABLE 500",
            "retrying a b UNAVAILABLE 502",
            "retrying a b UNAVAILABLE",
            "delivered a b");
  }

  @Test
  void slowResponses_timeOut() {
    service.replies(service.silence(), service.drip());
    try (Postrider client = settings().requestTimeout(Duration.ofSeconds(1)).build()) {
      client.track(track("a"));
      assertThat(client.flush(LONG)).isTrue();
    }
    assertThat(listener.lines())
        .containsExactly("retrying a UNAVAILABLE", "retrying a UNAVAILABLE", "delivered a");
    assertThat(service.rest()).hasSize(3);
  }

  @Test
  void wrongWriteKey_failsAtOnce() {
    service.replies(
        status(401, "{\"success\":false,\"code\":\"invalid_write_key\",\"message\":\"Unknown.\"}"));
    try (Postrider client = settings().build()) {
      client.track(track("a"));
      assertThat(client.flush(LONG)).isTrue();
      client.track(track("b"));
    }
    assertThat(listener.lines())
        .containsExactly("failed a REFUSED 401 invalid_write_key", "delivered b");
  }

  @Test
  void redirect_isNotFollowed() {
    service.replies(status(307, "", "Location", service.url() + "/v1/batch"));
    try (Postrider client = settings().build()) {
      client.track(track("a"));
    }
    assertThat(listener.lines()).containsExactly("failed a REFUSED 307");
    assertThat(service.rest()).hasSize(1);
  }

  @Test
  void rejectedMessages_areReportedWithTheServicesMessage() {
    service.replies(
        status(
            200,
            "{\"success\":true,\"rejected\":[{\"index\":1,\"messageId\":\"b\","
                + "\"code\":\"timestamp_invalid\",\"message\":\"No time.\"}]}"));
    try (Postrider client = settings().build()) {
      client.track(track("a"));
      client.track(track("b").timestamp("2026-02-30"));
      client.track(track("c"));
    }
    assertThat(listener.lines())
        .containsExactly("failed b REJECTED timestamp_invalid", "delivered a c");
    assertThat(listener.failures().get(0).message()).isEqualTo("No time.");
  }

  @Test
  void endlessResponse_isCutOff() {
    service.replies(status(200, " ".repeat(5 << 20)));
    try (Postrider client = settings().build()) {
      client.track(track("a"));
      assertThat(client.flush(LONG)).isTrue();
    }
    assertThat(listener.lines()).containsExactly("failed a REFUSED 200");
  }

  @Test
  void successFromSomethingElse_failsWithoutRetry() {
    service.replies(status(200, "<html>Welcome</html>"), status(204, ""));
    try (Postrider client = settings().flushAt(1).build()) {
      client.track(track("a"));
      client.track(track("b"));
    }
    assertThat(listener.lines()).containsExactly("failed a REFUSED 200", "failed b REFUSED 204");
    assertThat(listener.failures())
        .allSatisfy(failure -> assertThat(failure.message()).contains(service.url() + "/v1/batch"));
    assertThat(service.rest()).hasSize(2);
  }

  @Test
  void unreachableService_receivesEverythingAfterTheOutage() throws InterruptedException {
    int port = service.port();
    service.close();
    CompletableFuture<Void> tried = new CompletableFuture<>();
    RecordingListener recording = listener;
    DeliveryListener watching =
        new DeliveryListener() {
          @Override
          public void failed(List<QueuedMessage> messages, Failure failure) {
            recording.failed(messages, failure);
          }

          @Override
          public void retrying(List<QueuedMessage> messages, Failure failure, Duration delay) {
            tried.complete(null);
          }
        };
    try (Postrider client = settings().listener(watching).build()) {
      client.track(track("a"));
      client.flush();
      tried.join();
      try (FakeService back = new FakeService(port)) {
        client.track(track("b"));
        assertThat(client.flush(LONG)).isTrue();
        assertThat(back.next().ids()).startsWith("a");
      }
    }
    assertThat(listener.lines()).isEmpty();
  }

  @Test
  void customHttpClient_isUsed() throws InterruptedException {
    HttpClient own = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    try (own;
        Postrider client = settings().httpClient(own).build()) {
      client.track(track("a"));
      client.flush();
      assertThat(service.next().ids()).containsExactly("a");
    }
  }

  @Test
  void settings_areValidated() {
    PostriderBuilder settings = Postrider.builder("key");
    assertThatThrownBy(() -> Postrider.create("")).hasMessage("You must pass a write key.");
    assertThatThrownBy(() -> Postrider.create("a:b"))
        .hasMessage("A write key must not contain a colon.");
    for (String url : List.of("localhost:8080", "ftp://h", "http://", "http:///x", "h")) {
      assertThatThrownBy(() -> settings.endpoint(url))
          .as(url)
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String url :
        List.of("http://u@h", "https://u:secret@h/v1/batch", "http://u:secret@h_h", "ftp://:@h")) {
      assertThatThrownBy(() -> settings.endpoint(url))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("The endpoint contains a user name or password");
    }
    assertThatThrownBy(() -> settings.endpoint("http://u:secret@h/ ?"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The endpoint is not a URL: Illegal character in path.");
    assertThatThrownBy(() -> settings.flushAt(0))
        .hasMessage("flushAt must be at least 1, but is 0.");
    assertThatThrownBy(() -> settings.queueMessages(0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> settings.queueBytes(32_767)).hasMessageContaining("32768");
    assertThat(settings.queueBytes(32_768)).isSameAs(settings);
    for (Duration wrong : List.of(Duration.ZERO, Duration.ofMillis(-1))) {
      assertThatThrownBy(() -> settings.flushAfter(wrong)).hasMessageContaining("positive");
      assertThatThrownBy(() -> settings.retryFor(wrong)).hasMessageContaining("positive");
      assertThatThrownBy(() -> settings.requestTimeout(wrong)).hasMessageContaining("positive");
      assertThatThrownBy(() -> settings.closeTimeout(wrong)).hasMessageContaining("positive");
    }
    assertThat(settings.flushAfter(Duration.ofSeconds(Long.MAX_VALUE))).isSameAs(settings);
  }
}
