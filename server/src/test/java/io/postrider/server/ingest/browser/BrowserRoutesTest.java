package io.postrider.server.ingest.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.RunningServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BrowserRoutesTest {

  private static final Pattern PARTS =
      Pattern.compile(
          "\\{(?<names>[^{}]*)\\}\\[\\w\\]\\|\\|\\w\\)"
              + "\\+\"\\.bundle\\.\"\\+\\{(?<hashes>[^{}]*)\\}");

  @TempDir private static Path folder;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.start(folder, Map.of());
  }

  @AfterAll
  static void stop() {
    CLIENT.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"analytics.min.js", "analytics.js", "platform/analytics.min.js"})
  void library_isServedToAnyPage(String name) throws Exception {
    HttpResponse<String> library = get("/analytics.js/v1/%s/%s".formatted(key(), name));
    assertThat(library.statusCode()).isEqualTo(200);
    assertThat(header(library, "Content-Type")).startsWith("text/javascript");
    assertThat(header(library, "Cross-Origin-Resource-Policy")).isEqualTo("cross-origin");
    assertThat(header(library, "Access-Control-Allow-Origin")).isEqualTo("*");
    assertThat(library.body()).startsWith("/*! @segment/analytics-next").contains("MIT");
  }

  @Test
  void library_knowsNoOtherHost() throws Exception {
    assertThat(get("/analytics.js/v1/" + key() + "/analytics.min.js").body())
        .doesNotContain("cdn.segment.com")
        .doesNotContain("api.segment.io")
        .doesNotContain("sourceMappingURL");
  }

  @Test
  void library_isCompressedAndRevalidated() throws Exception {
    String path = "/analytics.js/v1/" + key() + "/analytics.min.js";
    HttpResponse<String> packed = get(path, "Accept-Encoding", "gzip");
    assertThat(header(packed, "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(packed, "Cache-Control")).isEqualTo("no-cache");
    String tag = header(get(path), "ETag");
    assertThat(get(path, "If-None-Match", tag).statusCode()).isEqualTo(304);
  }

  @Test
  void everyPartThatTheLibraryNames_isServed() throws Exception {
    String library = get("/analytics.js/v1/" + key() + "/analytics.min.js").body();
    Matcher tables = PARTS.matcher(library);
    assertThat(tables.find()).as("the tables of the parts' names and hashes").isTrue();
    Map<String, String> names = table(tables.group("names"));
    Map<String, String> hashes = table(tables.group("hashes"));
    assertThat(hashes).hasSizeGreaterThan(5);
    for (Map.Entry<String, String> hash : hashes.entrySet()) {
      String name = names.getOrDefault(hash.getKey(), hash.getKey());
      String path = "/analytics-next/bundles/%s.bundle.%s.js".formatted(name, hash.getValue());
      HttpResponse<String> part = get(path);
      assertThat(part.statusCode()).as(path).isEqualTo(200);
      assertThat(header(part, "Cache-Control")).contains("immutable");
      assertThat(header(part, "Access-Control-Allow-Origin")).isEqualTo("*");
    }
  }

  /** A table such as {@code 10:"a",50:"b"}. */
  private static Map<String, String> table(String text) {
    return Arrays.stream(text.split(","))
        .map(entry -> entry.split(":"))
        .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1].replace("\"", "")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/analytics.js/v1/unknown/analytics.min.js",
        "/analytics.js/v1/analytics.min.js",
        "/analytics.js",
        "/analytics-next/bundles/none.bundle.0123456789abcdef0123.js",
        "/analytics-next/bundles/analytics.min.js",
        "/analytics-next/bundles/queryString.bundle.34b193ada8fe288d1bd1.js.gz"
      })
  void everythingElse_isNotFound(String path) throws Exception {
    HttpResponse<String> missing = get(path);
    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(header(missing, "Content-Type")).isEqualTo("application/problem+json");
    assertThat(header(missing, "Cross-Origin-Resource-Policy")).isEqualTo("cross-origin");
  }

  private static String key() {
    return server.writeKey();
  }

  private static HttpResponse<String> get(String path, String... headers) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
