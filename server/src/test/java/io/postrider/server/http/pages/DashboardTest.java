package io.postrider.server.http.pages;

import static io.postrider.server.http.pages.PageServer.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DashboardTest {

  private static final String FOLDER = "io/postrider/server/http/pages/dashboard/";
  private static final String SCRIPT = "/assets/app-3f2a91.js";

  private static PageServer server;

  @BeforeAll
  static void start() throws Exception {
    server = PageServer.start(Dashboard.PATHS, Dashboard.find(FOLDER).orElseThrow()::answer);
  }

  @AfterAll
  static void stop() throws Exception {
    server.stop();
  }

  private static HttpResponse<byte[]> send(String method, String path, String... headers)
      throws Exception {
    return server.send(method, path, HttpResponse.BodyHandlers.ofByteArray(), headers);
  }

  private static HttpResponse<byte[]> get(String path, String... headers) throws Exception {
    return send("GET", path, headers);
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), UTF_8);
  }

  @Test
  void missingDashboard_isEmpty() {
    assertThat(Dashboard.find("io/postrider/server/nowhere/")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/sources", "/sources/src_1/debugger", "/apix", "/assets", "/a%20b", "/v10"})
  void page_answersEveryPathThatMayBeARoute(String path) throws Exception {
    HttpResponse<byte[]> response = get(path, "Accept", "text/html,*/*;q=0.8");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(text(response)).contains("A dashboard of the tests");
    assertThat(header(response, "Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(header(response, "Cache-Control")).isEqualTo("no-cache");
    assertThat(header(response, "Content-Security-Policy"))
        .contains(
            "default-src 'none'",
            "script-src 'self';",
            "style-src 'self';",
            "frame-ancestors 'none'")
        .doesNotContain("script-src 'self' ", "style-src 'self' ", "unsafe-eval");
    assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(response, "Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(header(response, "X-Frame-Options")).isEqualTo("DENY");
  }

  @Test
  void startPage_isForEveryone() throws Exception {
    assertThat(text(get("/"))).contains("A dashboard of the tests");
  }

  /** A load balancer that asks for a wrong path must not take the answer for health. */
  @ParameterizedTest
  @ValueSource(strings = {"/healthz", "/ready", "/sources", "/API/sources", "/V1/track"})
  void route_isNotFound_unlessABrowserOpensIt(String path) throws Exception {
    assertThat(get(path).statusCode()).isEqualTo(404);
    assertThat(get(path, "Accept", "*/*").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api",
        "/api/sources",
        "/v1",
        "/v1/track",
        "/health",
        "/health/live",
        "/metrics",
        "/docs",
        "/docs/guide.html",
        "/openapi.json"
      })
  void pathsOfOthers_areNotTheDashboards(String path) throws Exception {
    assertThat(get(path).statusCode()).isEqualTo(404);
    assertThat(get(path, "Accept", "text/html").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nothing.js",
        "/assets/nothing.js",
        "/notes.doc",
        "/assets/.hidden.js",
        "/index.html.gz",
        "/package-info.class",
        "/assets/../index.htm",
        "/assets/..%2findex.html"
      })
  void missingFile_isNotFound(String path) throws Exception {
    HttpResponse<byte[]> response = get(path);
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(header(response, "Content-Type")).isEqualTo("application/problem+json");
  }

  @Test
  void idWithADot_isARouteWhenABrowserOpensIt() throws Exception {
    assertThat(get("/messages/a.b").statusCode()).isEqualTo(404);
    assertThat(get("/messages/a.b", "Accept", "text/html,*/*;q=0.8").statusCode()).isEqualTo(200);
    assertThat(get("/assets/a.js", "Accept", "text/html,*/*;q=0.8").statusCode()).isEqualTo(404);
  }

  @Test
  void asset_isCachedAsImmutable() throws Exception {
    HttpResponse<byte[]> response = get(SCRIPT);
    assertThat(text(response)).isEqualTo("console.log(\"the tests\");\n");
    assertThat(header(response, "Content-Type")).isEqualTo("text/javascript; charset=utf-8");
    assertThat(header(response, "Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
    assertThat(header(response, "Vary")).isEqualTo("Accept-Encoding");
    assertThat(header(get("/favicon.svg"), "Content-Type")).isEqualTo("image/svg+xml");
    assertThat(header(get("/favicon.svg"), "Cache-Control")).isEqualTo("no-cache");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip, deflate, br, zstd | br",
        "br                      | br",
        "GZIP                    | gzip",
        "br;q=0, gzip            | gzip",
        "br; q=0.0, gzip;q=0.5   | gzip",
        "brotli, gzipped         | ''",
        "gzip;q=0                | ''",
        "identity                | ''"
      })
  void asset_isSentInTheSmallestAcceptedCoding(String accepted, String coding) throws Exception {
    HttpResponse<byte[]> response = get(SCRIPT, "Accept-Encoding", accepted);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(header(response, "Content-Encoding")).isEqualTo(coding);
    assertThat(header(response, "Content-Type")).isEqualTo("text/javascript; charset=utf-8");
    assertThat(header(response, "Content-Length")).isEqualTo("" + response.body().length);
    if (coding.equals("gzip")) {
      byte[] unpacked =
          new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes();
      assertThat(new String(unpacked, UTF_8)).isEqualTo("console.log(\"the tests\");\n");
    }
  }

  @Test
  void assetWithoutCompressedVariant_isSentPlain() throws Exception {
    assertThat(header(get("/assets/style-77.css", "Accept-Encoding", "br"), "Content-Encoding"))
        .isEmpty();
    assertThat(header(get("/", "Accept-Encoding", "br, gzip"), "Content-Encoding")).isEmpty();
  }

  @Test
  void unchangedPage_answers304() throws Exception {
    String tag = header(get("/"), "ETag");
    assertThat(tag).matches("\"[0-9a-f]{32}\"");
    for (String known : new String[] {tag, "\"x\", " + tag, "W/" + tag, "*"}) {
      HttpResponse<byte[]> response = get("/", "If-None-Match", known);
      assertThat(response.statusCode()).as(known).isEqualTo(304);
      assertThat(response.body()).isEmpty();
      assertThat(header(response, "ETag")).isEqualTo(tag);
    }
    assertThat(get("/", "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
  }

  @Test
  void variants_haveTheirOwnTags() throws Exception {
    assertThat(header(get(SCRIPT), "ETag"))
        .isNotEqualTo(header(get(SCRIPT, "Accept-Encoding", "gzip"), "ETag"));
  }

  @Test
  void page_isReadOnly() throws Exception {
    HttpResponse<byte[]> refused = send("POST", "/sources");
    assertThat(refused.statusCode()).isEqualTo(405);
    assertThat(header(refused, "Allow")).isEqualTo("GET, HEAD, OPTIONS");
    HttpResponse<byte[]> head = send("HEAD", "/");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(header(head, "Content-Length")).isEqualTo("" + get("/").body().length);
  }
}
