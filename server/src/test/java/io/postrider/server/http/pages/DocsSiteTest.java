package io.postrider.server.http.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.http.BodyBudget;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.ResourceRouter;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DocsSiteTest {

  private static final String FOLDER = "io/postrider/server/http/pages/docs/";
  private static final String BROWSER = "text/html,*/*;q=0.8";

  private static Vertx vertx;
  private static HttpServer server;
  private static HttpClient client;

  @BeforeAll
  static void start() throws Exception {
    vertx = Vertx.vertx();
    client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    ResourceRouter resources =
        new ResourceRouter(
            vertx,
            head -> {
              throw ApiException.of(ProblemCode.UNAUTHORIZED, "no tokens");
            },
            ResourceRouter.Limits.DEFAULT,
            new BodyBudget(1 << 20));
    Router router = Router.router(vertx);
    DocsSite site = DocsSite.find(FOLDER).orElseThrow();
    resources.mountMatching(
        router, DocsSite.PATHS, Resource.open("/docs").on(HttpMethod.GET, site::answer));
    resources.mountRest(router);
    server =
        vertx
            .createHttpServer()
            .requestHandler(router)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
  }

  @AfterAll
  static void stop() throws Exception {
    client.close();
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private static HttpResponse<String> get(String path, String accept, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.actualPort() + path))
            .header("Accept", accept);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
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
