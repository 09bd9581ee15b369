package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.RunningServer;
import io.postrider.server.StoredMessage;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Paths, write keys and body encodings. */
final class TrackingApiEndpointsTest extends TrackingTests {

  private static final String ANY =
      "{\"userId\":\"u\",\"event\":\"E\",\"groupId\":\"g\",\"previousId\":\"p\"}";
  private static final Map<String, String> CALLS =
      Map.ofEntries(
          Map.entry("identify", "identify"),
          Map.entry("track", "track"),
          Map.entry("page", "page"),
          Map.entry("screen", "screen"),
          Map.entry("group", "group"),
          Map.entry("alias", "alias"),
          Map.entry("i", "identify"),
          Map.entry("t", "track"),
          Map.entry("p", "page"),
          Map.entry("s", "screen"),
          Map.entry("g", "group"),
          Map.entry("a", "alias"));
  private static final List<String> BATCHES = List.of("batch", "import", "b");

  @Test
  void calls_areStoredWithTheTypeOfTheirPath() {
    List<String> expected = new ArrayList<>();
    CALLS.forEach(
        (path, type) -> {
          post("/v1/" + path, ANY).isSuccess();
          post("/v1/" + path + "/", ANY.replace("{", "{\"type\":\"page\",")).isSuccess();
          expected.add(type);
          expected.add(type);
        });
    assertThat(stored().stream().map(message -> message.text("type"))).isEqualTo(expected);
  }

  @Test
  void batches_areStoredInOrder() {
    for (String path : BATCHES) {
      post("/v1/" + path, batch(track("\"n\":1"), track("\"n\":2"))).isSuccess();
      post("/v1/" + path + "/", batch(track("\"n\":3"))).isSuccess();
    }
    assertThat(stored().stream().map(message -> message.text("n")))
        .containsExactly("1", "2", "3", "1", "2", "3", "1", "2", "3");
  }

  @Test
  void libraryMetrics_areAnsweredAndIgnored() {
    post("/v1/m", "{\"series\":[]}", "Content-Type", "text/plain").isSuccess();
    post("/v1/m/", utf8("not JSON"), null, "Content-Type", "text/plain").isSuccess();
    assertThat(stored()).isEmpty();
  }

  @Test
  void settings_areAsLibrariesExpect() {
    for (String end : List.of("", "/")) {
      String path = "/v1/projects/" + writeKey + "/settings" + end;
      Reply settings = get(path);
      assertThat(settings.status()).isEqualTo(200);
      assertThat(settings.header("Content-Type")).isEqualTo("application/json");
      assertThat(settings.text())
          .isEqualTo("{\"integrations\":{\"Segment.io\":{\"apiKey\":\"" + writeKey + "\"}}}");
      Reply head = send(HttpRequest.newBuilder(server.uri(path)).HEAD(), null);
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.text()).isEmpty();
    }
    get("/v1/projects/unknown/settings").isError(404, "not_found");
    get("/v1/projects//settings").isError(404, "not_found");
    get("/v1/projects/a/b/settings").isError(404, "not_found");
    post("/v1/projects/" + writeKey + "/settings", "{}").isError(405, "method_not_allowed");
  }

  @Test
  void otherMethods_areRefusedWithTheAllowedOnes() {
    List<String> paths = new ArrayList<>(CALLS.keySet());
    paths.addAll(BATCHES);
    paths.add("m");
    for (String path : paths) {
      for (String method : List.of("GET", "PUT", "DELETE", "PATCH", "HEAD")) {
        Reply reply =
            send(
                HttpRequest.newBuilder(server.uri("/v1/" + path))
                    .method(method, BodyPublishers.noBody()),
                null);
        assertThat(reply.header("Allow")).isEqualTo("POST, OPTIONS");
        if (method.equals("HEAD")) {
          assertThat(reply.status()).isEqualTo(405);
          assertThat(reply.text()).isEmpty();
        } else {
          reply.isError(405, "method_not_allowed");
        }
      }
    }
  }

  @Test
  void otherPaths_areNotFound() {
    for (String path : List.of("/v1/", "/v1/x", "/v1/track/x", "/v1//track", "/v1/Track")) {
      post(path, ANY).isError(404, "not_found");
    }
  }

  @Test
  void writeKey_isAcceptedInHeaderOrBody() {
    post("/v1/t", ANY, "Authorization", RunningServer.basic(writeKey)).isSuccess();
    post("/v1/t", ANY, "Authorization", "basic " + base64(writeKey)).isSuccess();
    post("/v1/t", ANY, "Authorization", "Basic " + base64(writeKey + ":secret")).isSuccess();
    String unpadded = base64(writeKey + ":").replace("=", "");
    post("/v1/t", ANY, "Authorization", "Basic " + unpadded).isSuccess();
    String inBody = ANY.replace("{", "{\"writeKey\":\"" + writeKey + "\",");
    post("/v1/t", inBody, new String[0]).isSuccess();
    post("/v1/t", inBody).isSuccess();
    post("/v1/t", inBody, "Authorization", "Bearer of-oauth").isSuccess();
    post("/v1/t", inBody, "Authorization", RunningServer.basic("")).isSuccess();
    String batch = "{\"writeKey\":\"" + writeKey + "\",\"batch\":[" + track("") + "]}";
    post("/v1/b", batch, new String[0]).isSuccess();

    List<StoredMessage> stored = stored();
    assertThat(stored).hasSize(9);
    assertThat(stored).noneMatch(message -> message.json().contains("writeKey"));
    assertThat(stored).noneMatch(message -> message.json().contains(writeKey));
  }

  @Test
  void unknownWriteKey_isRefused() {
    String inBody = ANY.replace("{", "{\"writeKey\":\"" + writeKey + "\",");
    post("/v1/t", ANY, new String[0]).isError(401, "invalid_write_key");
    post("/v1/t", ANY, "Authorization", "Bearer " + writeKey).isError(401, "invalid_write_key");
    post("/v1/t", ANY, "Authorization", "Basic").isError(401, "invalid_write_key");
    post("/v1/t", inBody, "Authorization", "Basic ???").isError(401, "invalid_write_key");
    for (String wrong : List.of("x", "wk_" + "0".repeat(26), writeKey + " ", "\u00e9")) {
      post("/v1/t", ANY, "Authorization", RunningServer.basic(wrong))
          .isError(401, "invalid_write_key");
      post("/v1/t", inBody, "Authorization", RunningServer.basic(wrong))
          .isError(401, "invalid_write_key");
    }
    post("/v1/t", inBody, "Authorization", RunningServer.basic(source("server")))
        .isError(401, "invalid_write_key");
    for (String wrong : List.of("\"x\"", "1", "{}", "null", "\"\"", "true", "[]")) {
      String body = "{\"writeKey\":" + wrong + ",\"userId\":\"u\",\"event\":\"E\"}";
      post("/v1/t", body, new String[0]).isError(401, "invalid_write_key");
    }
    assertThat(stored()).isEmpty();
  }

  @Test
  void contentType_doesNotMatter() {
    for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "x", "a/b;c")) {
      post("/v1/t", ANY, "Authorization", RunningServer.basic(writeKey), "Content-Type", type)
          .isSuccess();
    }
    String form = "multipart/form-data; boundary=x";
    post("/v1/t", ANY, "Authorization", RunningServer.basic(writeKey), "Content-Type", form)
        .isSuccess();
  }

  @Test
  void bodies_mayBeChunked() {
    String large = track("\"pad\":\"" + "x".repeat(30_000) + "\"");
    send(
            HttpRequest.newBuilder(server.uri("/v1/track"))
                .header("Authorization", RunningServer.basic(writeKey))
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(utf8(large)))),
            large)
        .isSuccess();
    assertThat(stored().getFirst().text("pad")).hasSize(30_000);
  }

  @Test
  void query_doesNotMatter() {
    post("/v1/t?x=1", ANY).isSuccess();
    post("/v1/t/?", ANY).isSuccess();
  }

  private Reply get(String path) {
    return send(HttpRequest.newBuilder(server.uri(path)).GET(), null);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(utf8(text));
  }
}
