package io.postrider.client.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.postrider.client.Postrider;
import io.postrider.client.webhook.Signature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the examples of the README and checks that their text is the same. */
@Timeout(60)
class ReadmeTest {

  private static final String SOURCE = "src/test/java/io/postrider/client/examples/Examples.java";

  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/batch",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          byte[] answer = "{\"success\":true}".getBytes(UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Test
  void readme_containsTheTestedExamples() throws IOException {
    Map<String, String> examples = examples(Files.readAllLines(Path.of(SOURCE)));
    String readme = Files.readString(Path.of("README.md"));
    assertThat(javaBlocks(readme)).containsExactlyInAnyOrderElementsOf(examples.values());
  }

  @Test
  void examples_send() {
    Examples.CountingListener listener = new Examples.CountingListener();
    Examples.start(endpoint());
    try (Postrider postrider = Examples.settings(endpoint(), listener)) {
      Examples.calls(postrider);
      Examples.history(postrider);
      Examples.destinations(postrider);
    }
    assertThat(listener.delivered).isEqualTo(8);
    assertThat(String.join("\n", bodies))
        .contains("\"total\":39.95")
        .contains("\"timestamp\":\"2009-11-10T23:00:00.000Z\"")
        .contains("\"integrations\":{\"All\":false,\"Webhooks\":true}");
  }

  @Test
  void webhookExample_verifies() {
    byte[] body = "{\"type\":\"track\"}".getBytes(UTF_8);
    assertThat(Examples.webhook(body, Signature.sign("SHARED_SECRET", body))).isTrue();
    assertThat(Examples.webhook(body, null)).isFalse();
  }

  @Test
  void otherLanguages_agree() throws Exception {
    String readme = Files.readString(Path.of("README.md"));
    byte[] body = "{\"name\":\"Zürich 😀\"}".getBytes(UTF_8);
    String good = Signature.sign("SHARED_SECRET", body);
    String bad = "0" + good.substring(1) + (good.startsWith("0") ? "x" : "");
    for (String signature : List.of(good, bad)) {
      String expected = Boolean.toString(signature.equals(good));
      String node =
          block(readme, "js")
              + "\nconsole.log(isGenuine('SHARED_SECRET', require('fs').readFileSync(0), '"
              + signature
              + "'))";
      assertThat(output(body, "node", "-e", node)).isEqualTo(expected);
      String python =
          block(readme, "python")
              + "\nimport sys\nprint(str(is_genuine('SHARED_SECRET', sys.stdin.buffer.read(), '"
              + signature
              + "')).lower())";
      assertThat(output(body, "python3", "-c", python)).isEqualTo(expected);
    }
  }

  private static String output(byte[] input, String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().write(input);
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return output.strip();
  }

  private static Map<String, String> examples(List<String> lines) {
    Map<String, String> examples = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.startsWith("// example: ")) {
        int end = i + 1;
        while (!lines.get(end).strip().equals("// end")) {
          end++;
        }
        String text = String.join("\n", lines.subList(i + 1, end)).stripTrailing().stripIndent();
        examples.put(line, text);
      }
    }
    return examples;
  }

  private static List<String> javaBlocks(String readme) {
    List<String> blocks = new ArrayList<>();
    for (int at = readme.indexOf("```java\n"); at >= 0; at = readme.indexOf("```java\n", at + 1)) {
      blocks.add(readme.substring(at + 8, readme.indexOf("\n```", at + 8)));
    }
    return blocks;
  }

  private static String block(String readme, String language) {
    int at = readme.indexOf("```" + language + "\n") + 4 + language.length();
    return readme.substring(at, readme.indexOf("\n```", at));
  }
}
