package io.postrider.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same calls produce the same JSON in every client library: spec/fixtures/client-calls.json.
 */
class WireFixturesTest {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .build();
  private static final Pattern UUID_4 =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  private static final Instant CALLED = Instant.parse("2026-01-31T12:00:00.123Z");
  private static final Instant SENT = Instant.parse("2026-01-31T12:00:05.000Z");

  static Stream<Arguments> cases() throws IOException {
    JsonNode all = JSON.readTree(Path.of("../../spec/fixtures/client-calls.json").toFile());
    return all.valueStream()
        .map(one -> Arguments.of(one.path("name").asText(), one.get("call"), one.get("message")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void call_producesTheMessage(String name, JsonNode call, ObjectNode message)
      throws JsonProcessingException {
    JsonNode body = JSON.readTree(body(call));
    assertThat(body.properties()).hasSize(2);
    assertThat(body.at("/context/library/name").asText()).isEqualTo("postrider-java");
    assertThat(body.at("/context/library/version").asText()).isEqualTo("1.0.0");
    assertThat(body.path("batch")).hasSize(1);
    ObjectNode sent = (ObjectNode) body.at("/batch/0");

    if (message.path("messageId").asText().equals("<uuid>")) {
      assertThat(sent.path("messageId").asText()).matches(UUID_4);
      message.set("messageId", sent.get("messageId"));
    }
    if (message.path("timestamp").asText().equals("<now>")) {
      message.put("timestamp", "2026-01-31T12:00:00.123Z");
    }
    if (message.path("sentAt").asText().equals("<now>")) {
      message.put("sentAt", "2026-01-31T12:00:05.000Z");
    }
    assertThat(sent).isEqualTo(message);
  }

  private static String body(JsonNode call) {
    QueuedMessage queued = new Encoder(new MessageIds(new Random(1))).encode(message(call), CALLED);
    return new String(Envelope.body(List.of(queued), SENT), StandardCharsets.UTF_8);
  }

  private static Message<?> message(JsonNode call) {
    Message<?> message =
        switch (call.path("type").asText()) {
          case "identify" ->
              new Identify().anonymousId(text(call, "anonymousId")).traits(map(call, "traits"));
          case "track" ->
              new Track(text(call, "event"))
                  .anonymousId(text(call, "anonymousId"))
                  .properties(map(call, "properties"));
          case "page" ->
              new Page(text(call, "name"))
                  .category(text(call, "category"))
                  .anonymousId(text(call, "anonymousId"))
                  .properties(map(call, "properties"));
          case "screen" ->
              new Screen(text(call, "name"))
                  .category(text(call, "category"))
                  .anonymousId(text(call, "anonymousId"))
                  .properties(map(call, "properties"));
          case "group" ->
              new Group(text(call, "groupId"))
                  .anonymousId(text(call, "anonymousId"))
                  .traits(map(call, "traits"));
          case "alias" -> new Alias(text(call, "previousId"), null);
          default -> throw new IllegalArgumentException(call.toString());
        };
    return message
        .userId(text(call, "userId"))
        .messageId(text(call, "messageId"))
        .timestamp(text(call, "timestamp"))
        .context(map(call, "context"))
        .integrations(map(call, "integrations"));
  }

  private static @Nullable String text(JsonNode call, String name) {
    return call.has(name) ? call.get(name).asText() : null;
  }

  private static @Nullable Map<String, Object> map(JsonNode call, String name) {
    return call.has(name)
        ? JSON.convertValue(call.get(name), new TypeReference<Map<String, Object>>() {})
        : null;
  }

  @Test
  void version_matchesTheBuild() throws IOException {
    assertThat(Files.readString(Path.of("../../pom.xml")))
        .contains("<version>" + Version.NUMBER + "-SNAPSHOT</version>");
  }
}
