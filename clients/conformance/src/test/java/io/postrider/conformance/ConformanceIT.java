package io.postrider.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.StoredMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unmodified third-party libraries: the service stores and delivers exactly what they send. */
class ConformanceIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path NODE = Path.of("node").toAbsolutePath();
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** Makes every kind of call and returns the arguments. */
  private interface Library {
    List<JsonNode> call(Service service) throws Exception;
  }

  @Test
  void segmentsJavaLibrary_isStored(@TempDir Path folder) throws Exception {
    assertStored(folder, SegmentJava::call);
  }

  @Test
  void segmentsNodeLibrary_isStored(@TempDir Path folder) throws Exception {
    assertStored(folder, ConformanceIT::callFromNode);
  }

  @Test
  void segmentsJavaLibrary_isDelivered(@TempDir Path folder) throws Exception {
    assertDelivered(folder, SegmentJava::call);
  }

  @Test
  void segmentsNodeLibrary_isDelivered(@TempDir Path folder) throws Exception {
    assertDelivered(folder, ConformanceIT::callFromNode);
  }

  private static void assertStored(Path folder, Library library) throws Exception {
    try (Service service = Service.start(folder)) {
      List<JsonNode> calls = library.call(service);
      Map<String, JsonNode> stored = new HashMap<>();
      for (StoredMessage message : service.stopAndRead()) {
        assertThat(stored.put(message.text("messageId"), message.tree())).isNull();
      }
      assertThat(stored).hasSameSizeAs(calls);
      calls.forEach(call -> assertSame(call, stored.get(call.path("messageId").asText())));
    }
  }

  private static void assertDelivered(Path folder, Library library) throws Exception {
    try (Receiver receiver = new Receiver();
        Service service = Service.start(folder)) {
      service.deliverTo(receiver);
      List<JsonNode> calls = library.call(service);
      await()
          .atMost(TIMEOUT)
          .untilAsserted(() -> assertThat(receiver.messages()).hasSameSizeAs(calls));
      assertThat(receiver.unsigned()).isEmpty();
      for (JsonNode call : calls) {
        List<JsonNode> arrived = receiver.messages().get(call.path("messageId").asText());
        assertThat(arrived).hasSize(1);
        assertSame(call, arrived.get(0));
      }
    }
  }

  /** Checks that all fields arrived unchanged, except for additions of the library. */
  private static void assertSame(JsonNode call, JsonNode message) {
    assertThat(message).as("message %s", call.path("messageId")).isNotNull();
    for (Map.Entry<String, JsonNode> given : call.properties()) {
      String name = given.getKey();
      // these libraries always send sentAt, so the service corrects the timestamp
      JsonNode actual = message.path(name.equals("timestamp") ? "originalTimestamp" : name);
      if (addsTo(name, call)) {
        for (Map.Entry<String, JsonNode> member : given.getValue().properties()) {
          assertThat(actual.path(member.getKey())).isEqualTo(member.getValue());
        }
      } else {
        assertThat(actual).as("%s of %s", name, call).isEqualTo(given.getValue());
      }
    }
    assertThat(message.at("/context/library/name").asText()).isNotEmpty();
  }

  /**
   * Libraries add their name to the context. Node's adds the category of a page to its properties.
   */
  private static boolean addsTo(String name, JsonNode call) {
    String type = call.path("type").asText();
    return name.equals("context")
        || (name.equals("properties") && (type.equals("page") || type.equals("screen")));
  }

  private static List<JsonNode> callFromNode(Service service) throws Exception {
    if (!Files.exists(NODE.resolve("node_modules/@segment/analytics-node"))) {
      run("npm", "ci");
    }
    String output = run("node", "send.mjs", service.url(), service.writeKey());
    List<JsonNode> calls = new ArrayList<>();
    JSON.readTree(output.substring(output.indexOf('['))).forEach(calls::add);
    return calls;
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(NODE.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }
}
