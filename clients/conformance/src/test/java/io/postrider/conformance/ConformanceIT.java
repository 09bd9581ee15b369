package io.postrider.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.KeptMessage;
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

/** Other people's libraries, unmodified: what they are given is what is kept and what arrives. */
class ConformanceIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path NODE = Path.of("node").toAbsolutePath();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Makes every kind of call and tells what it gave to the library. */
  private interface Library {
    List<JsonNode> call(Service service) throws Exception;
  }

  @Test
  void segmentsJavaLibrary_isKept(@TempDir Path folder) throws Exception {
    assertKept(folder, SegmentJava::call);
  }

  @Test
  void segmentsNodeLibrary_isKept(@TempDir Path folder) throws Exception {
    assertKept(folder, ConformanceIT::callFromNode);
  }

  @Test
  void segmentsJavaLibrary_arrives(@TempDir Path folder) throws Exception {
    assertArrives(folder, SegmentJava::call);
  }

  @Test
  void segmentsNodeLibrary_arrives(@TempDir Path folder) throws Exception {
    assertArrives(folder, ConformanceIT::callFromNode);
  }

  private static void assertKept(Path folder, Library library) throws Exception {
    try (Service service = Service.start(folder)) {
      List<JsonNode> calls = library.call(service);
      Map<String, JsonNode> kept = new HashMap<>();
      for (KeptMessage message : service.stopAndRead()) {
        assertThat(kept.put(message.text("messageId"), message.tree())).isNull();
      }
      assertThat(kept).hasSameSizeAs(calls);
      calls.forEach(call -> assertSame(call, kept.get(call.path("messageId").asText())));
    }
  }

  private static void assertArrives(Path folder, Library library) throws Exception {
    try (Receiver receiver = new Receiver();
        Service service = Service.start(folder)) {
      service.deliverTo(receiver);
      List<JsonNode> calls = library.call(service);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(receiver.messages()).hasSameSizeAs(calls));
      assertThat(receiver.forged()).isEmpty();
      for (JsonNode call : calls) {
        List<JsonNode> arrived = receiver.messages().get(call.path("messageId").asText());
        assertThat(arrived).hasSize(1);
        assertSame(call, arrived.get(0));
      }
    }
  }

  /** Everything that was given is there, unchanged; the library may have added to the context. */
  private static void assertSame(JsonNode call, JsonNode message) {
    assertThat(message).as("message %s", call.path("messageId")).isNotNull();
    for (Map.Entry<String, JsonNode> given : call.properties()) {
      JsonNode there = message.path(given.getKey());
      if (given.getKey().equals("context")) {
        given
            .getValue()
            .properties()
            .forEach(e -> assertThat(there.path(e.getKey())).isEqualTo(e.getValue()));
        assertThat(there.at("/library/name").asText()).isNotEmpty();
      } else {
        assertThat(there).as("%s of %s", given.getKey(), call).isEqualTo(given.getValue());
      }
    }
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
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }
}
