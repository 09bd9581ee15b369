package io.postrider.server.http.pages;

import static io.postrider.server.http.pages.PageServer.header;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DocsSiteTest {

  private static final String FOLDER = "io/postrider/server/http/pages/docs/";
  private static final String BROWSER = "text/html,*/*;q=0.8";

  private static PageServer server;

  @BeforeAll
  static void start() throws Exception {
    server = PageServer.start(DocsSite.PATHS, DocsSite.find(FOLDER).orElseThrow()::answer);
  }

  @AfterAll
  static void stop() throws Exception {
    server.stop();
  }

  private static HttpResponse<String> get(String path, String accept, String... headers)
      throws Exception {
    String[] all =
        Stream.concat(Stream.of("Accept", accept), Arrays.stream(headers)).toArray(String[]::new);
    return server.send("GET", path, HttpResponse.BodyHandlers.ofString(), all);
  }

  @Test
  void missingSite_isEmpty() {
    assertThat(DocsSite.find("io/postrider/server/nowhere/")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/docs/, Documentation of the tests",
    "/docs/index.html, Documentation of the tests",
    "/docs/guide.html, A guide of the tests"
  })
  void page_isServedWithThePolicyOfTheDashboard(String path, String title) throws Exception {
    HttpResponse<String> response = get(path, "*/*");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains(title);
    assertThat(header(response, "Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(header(response, "Content-Security-Policy")).isEqualTo(Dashboard.POLICY);
    assertThat(header(response, "Cache-Control")).isEqualTo("no-cache");
    assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(response, "X-Frame-Options")).isEqualTo("DENY");
    String tag = header(response, "ETag");
    assertThat(get(path, "*/*", "If-None-Match", tag).statusCode()).isEqualTo(304);
  }

  @Test
  void fileOfTheRepository_isText() throws Exception {
    HttpResponse<String> response = get("/docs/files/reference.properties.txt", "*/*");
    assertThat(response.body()).isEqualTo("a = 1\n");
    assertThat(header(response, "Content-Type")).isEqualTo("text/plain; charset=utf-8");
  }

  /** Relative links of the first page need the slash. */
  @Test
  void addressWithoutSlash_redirects() throws Exception {
    HttpResponse<String> response = get("/docs", BROWSER);
    assertThat(response.statusCode()).isEqualTo(308);
    assertThat(header(response, "Location")).isEqualTo("/docs/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/docs/nothing.html",
        "/docs/nothing",
        "/docs/files/",
        "/docs/files/..%2findex.html",
        "/docs/index.html.gz"
      })
  void unknownPath_isNotFound(String path) throws Exception {
    HttpResponse<String> program = get(path, "*/*");
    assertThat(program.statusCode()).isEqualTo(404);
    assertThat(header(program, "Content-Type")).isEqualTo("application/problem+json");
    HttpResponse<String> browser = get(path, BROWSER, "If-None-Match", "\"other\"");
    assertThat(browser.statusCode()).isEqualTo(404);
    assertThat(browser.body()).contains("No such page");
    assertThat(header(browser, "Content-Security-Policy")).isEqualTo(Dashboard.POLICY);
    assertThat(header(browser, "ETag")).isEmpty();
  }

  @Test
  void nameThatOnlyBeginsAlike_isNotTheSites() throws Exception {
    assertThat(get("/docsx", BROWSER).body()).doesNotContain("No such page");
  }
}
