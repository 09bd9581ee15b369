package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.RunningServer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Browsers of any origin may send, and read responses. */
final class TrackingApiCorsTest extends TrackingTests {

  private static final String ORIGIN = "https://shop.example";

  @Test
  void preflight_isAnsweredOnEveryPath() {
    List<String> names =
        List.of(
            "identify",
            "track",
            "page",
            "screen",
            "group",
            "alias",
            "batch",
            "import",
            "i",
            "t",
            "p",
            "s",
            "g",
            "a",
            "b",
            "m",
            "projects/unknown/settings");
    for (String name : names) {
      for (String end : List.of("", "/")) {
        Reply reply =
            send(
                HttpRequest.newBuilder(server.uri("/v1/" + name + end))
                    .header("Origin", ORIGIN)
                    .header("Access-Control-Request-Method", "POST")
                    .header("Access-Control-Request-Headers", "authorization,content-type")
                    .method("OPTIONS", BodyPublishers.noBody()),
                null);
        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.text()).isEmpty();
        assertThat(reply.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(reply.header("Access-Control-Allow-Methods").split(", "))
            .contains("GET", "POST");
        assertThat(reply.header("Access-Control-Allow-Headers"))
            .isEqualTo("Authorization, Content-Type, X-Retry-Count");
        assertThat(reply.header("Access-Control-Expose-Headers")).isEqualTo("Retry-After");
      }
    }
  }

  @Test
  void responses_mayBeReadByAnyOrigin() {
    readable(post("/v1/t", track(""), "Authorization", key(), "Origin", ORIGIN), 200);
    readable(post("/v1/m", "{}", "Origin", ORIGIN), 200);
    readable(post("/v1/t", "{", "Authorization", key(), "Origin", ORIGIN), 400);
    readable(post("/v1/t", track(""), "Origin", ORIGIN), 401);
    readable(post("/v1/x", track(""), "Origin", ORIGIN), 404);
    readable(post("/v1/t", " ".repeat(600_000), "Origin", ORIGIN), 413);
    readable(get("/v1/t"), 405);
    readable(get("/v1/projects/" + writeKey + "/settings"), 200);
    readable(get("/v1/projects/unknown/settings"), 404);
    change("{\"rateLimit\":1}");
    String many = batch(track(""), track(""), track(""));
    readable(post("/v1/b", many, "Authorization", key(), "Origin", "null"), 200);
    Reply limited = post("/v1/b", many, "Authorization", key(), "Origin", ORIGIN);
    readable(limited, 429);
    assertThat(limited.header("Retry-After")).isNotEmpty();
    assertThat(limited.header("Access-Control-Expose-Headers")).isEqualTo("Retry-After");
  }

  /** Shared caches serve the same response to all origins. */
  @Test
  void responses_areTheSameForAllOrigins() {
    readable(post("/v1/t", track(""), "Authorization", key()), 200);
    readable(post("/v1/t", track(""), "Accept", "*/*"), 401);
    String settings = "/v1/projects/" + writeKey + "/settings";
    readable(send(HttpRequest.newBuilder(server.uri(settings)).GET(), null), 200);
  }

  private Reply get(String path) {
    return send(HttpRequest.newBuilder(server.uri(path)).header("Origin", ORIGIN).GET(), null);
  }

  private String key() {
    return RunningServer.basic(writeKey);
  }

  private static void readable(Reply reply, int status) {
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.header("Access-Control-Allow-Origin")).isEqualTo("*");
  }
}
