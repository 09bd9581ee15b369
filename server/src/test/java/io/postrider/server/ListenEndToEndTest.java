package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code postrider listen}, with webhooks of a real node and of others. */
class ListenEndToEndTest {

  private static final Pattern URL = Pattern.compile("Listening on (http://127.0.0.1:\\d+/)");

  @TempDir Path folder;

  private static CommandRun listen(String... options) {
    String[] arguments = new String[options.length + 3];
    arguments[0] = "listen";
    arguments[1] = "--port";
    arguments[2] = "0";
    System.arraycopy(options, 0, arguments, 3, options.length);
    return CommandRun.start(arguments);
  }

  private static String url(CommandRun run) {
    boolean json = run.out().isEmpty() && !run.err().isEmpty();
    String printed = json ? run.err() : run.out();
    Matcher url = URL.matcher(printed);
    assertThat(url.find()).as(printed).isTrue();
    return url.group(1);
  }

  private static int post(String url, String body, String... headers) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofString(body));
      HttpRequest sent = (headers.length == 0 ? request : request.headers(headers)).build();
      return client.send(sent, BodyHandlers.discarding()).statusCode();
    }
  }

  @Test
  void webhookOfANode_isVerifiedAndPrinted() {
    CommandRun run = listen("--secret", "s3cret", "--json", "--count", "2");
    run.awaitErr("Listening on");
    try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      server.createDestination(url(run) + "hook");
      server.track(
          "/v1/track", "{\"userId\":\"ada\",\"event\":\"Signed Up\",\"messageId\":\"m1\"}");
      server.track("/v1/identify", "{\"userId\":\"bob\"}");
      run.exits(0);
    }
    assertThat(run.out().lines()).hasSize(2);
    JsonNode first =
        run.out()
            .lines()
            .map(TestNode::parse)
            .filter(line -> line.at("/body/type").asText().equals("track"))
            .findFirst()
            .orElseThrow();
    assertThat(first.path("signature").asText()).isEqualTo("valid");
    assertThat(first.path("status").asInt()).isEqualTo(200);
    assertThat(first.path("path").asText()).isEqualTo("/hook");
    assertThat(first.at("/body/messageId").asText()).isEqualTo("m1");
  }

  @Test
  void wrongOrMissingSignature_isAnswered403() throws Exception {
    CommandRun run = listen("--secret", "s3cret", "--count", "2");
    run.awaitOut("Listening on");
    assertThat(post(url(run), "{}", "X-Signature", "0".repeat(40))).isEqualTo(403);
    assertThat(post(url(run), "{\"type\":\"track\",\"event\":\"\\u001b[2J\"}")).isEqualTo(403);
    run.exits(0);
    assertThat(run.out()).contains("403  invalid", "403  missing", "\\u001b[2J");
    assertThat(run.out()).doesNotContain("\u001b");
  }

  @Test
  void givenShare_fails() throws Exception {
    CommandRun run = listen("--fail", "503", "--rate", "0.5", "--delay", "1ms", "--count", "4");
    run.awaitOut("Listening on");
    int failed = 0;
    for (int i = 0; i < 4; i++) {
      failed += post(url(run), "not json") == 503 ? 1 : 0;
    }
    run.exits(0);
    assertThat(failed).isEqualTo(2);
    assertThat(run.out()).contains("503  unchecked", "200  unchecked", "POST /, 8 bytes");
  }

  @Test
  void bodyOverTheLimit_isAnswered413() throws Exception {
    CommandRun run = listen("--count", "2");
    run.awaitOut("Listening on");
    assertThat(post(url(run), "x".repeat(1 << 20))).isEqualTo(200);
    assertThat(post(url(run), "x".repeat((1 << 20) + 1))).isEqualTo(413);
    run.exits(0);
  }

  @Test
  void usedPort_isReported() throws IOException {
    try (ServerSocket used = new ServerSocket(0)) {
      CommandRun run = CommandRun.of("listen", "--port", "" + used.getLocalPort()).exits(1);
      assertThat(run.err())
          .startsWith("postrider: Cannot listen on port " + used.getLocalPort())
          .contains("Choose another one with --port.");
    }
  }

  @Test
  void wrongUse_isRefused() {
    assertRefused("--rate needs --fail.", "--rate", "0.3");
    assertRefused("--rate must be between 0 and 1.", "--fail", "500", "--rate", "1.1");
    assertRefused("--fail must be between 300 and 599.", "--fail", "200");
    assertRefused("--delay must be between 0s and 10m.", "--delay", "11m");
    assertRefused("--count must be at least 1.", "--count", "0");
    assertRefused("--secret must not be empty.", "--secret", "");
    assertRefused("'x' is not a duration such as 500ms, 5s, 10m, 4h or 7d.", "--delay", "x");
  }

  private static void assertRefused(String reason, String... options) {
    CommandRun run = listen(options);
    run.exits(2);
    assertThat(run.err().lines().findFirst().orElse("")).endsWith(reason);
  }
}
