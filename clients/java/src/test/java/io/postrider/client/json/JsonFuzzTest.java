package io.postrider.client.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Jackson reads the same values that the writer wrote. The reader agrees with Jackson on what is
 * JSON and throws nothing but {@link JsonException}.
 */
class JsonFuzzTest {

  private static final String DAMAGE = "{}[]\",:\\0e-.ntu\u0001";

  private static final JsonMapper JACKSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  @FuzzTest(maxDuration = "30s")
  void writer(FuzzedDataProvider data) throws JsonProcessingException {
    checkWriter(bound -> data.consumeInt(0, bound - 1));
  }

  @FuzzTest(maxDuration = "30s")
  void reader(FuzzedDataProvider data) {
    checkReader(data.consumeRemainingAsString());
  }

  @Test
  void randomValues_roundTrip() throws JsonProcessingException {
    Random random = Seeds.random(JsonFuzzTest.class);
    for (int i = 0; i < 5_000; i++) {
      checkWriter(random::nextInt);
    }
  }

  @Test
  void corruptText_isParsedOrRejected() {
    Random random = Seeds.random(JsonFuzzTest.class);
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder(write(RandomValue.of(random::nextInt, 4).value()));
      for (int damage = random.nextInt(3); damage > 0; damage--) {
        int at = random.nextInt(text.length());
        text.setCharAt(at, DAMAGE.charAt(random.nextInt(DAMAGE.length())));
      }
      checkReader(text.toString());
    }
  }

  private static void checkWriter(IntUnaryOperator choose) throws JsonProcessingException {
    RandomValue value = RandomValue.of(choose, 6);
    String json = write(value.value());
    assertThat(normal(JACKSON.readTree(json))).as(json).isEqualTo(value.expected());
    JsonReader.parse(json);
  }

  private static String write(@Nullable Object value) {
    JsonWriter writer = new JsonWriter(1 << 24, 64);
    writer.value(value);
    return new String(writer.toBytes(), StandardCharsets.UTF_8);
  }

  private static void checkReader(String text) {
    boolean ours = true;
    try {
      JsonReader.parse(text);
    } catch (JsonException e) {
      ours = false;
    }
    if (isJsonToJackson(text) != ours) {
      // the only differences: depth, Jackson's own limits, and lone surrogates
      assertThat(
              text.chars().filter(c -> c == '[' || c == '{').count() > 60
                  || text.length() > 900
                  || text.toLowerCase(Locale.ROOT).contains("\\ud"))
          .as(text)
          .isTrue();
    }
  }

  private static boolean isJsonToJackson(String text) {
    try (JsonParser parser = JACKSON.createParser(text)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  /** Compares numbers by value. */
  private static JsonNode normal(JsonNode node) {
    if (node.isNumber()) {
      return RandomValue.number(node.decimalValue());
    }
    if (node instanceof ArrayNode array) {
      ArrayNode copy = JACKSON.createArrayNode();
      array.forEach(element -> copy.add(normal(element)));
      return copy;
    }
    if (node instanceof ObjectNode object) {
      ObjectNode copy = JACKSON.createObjectNode();
      object.properties().forEach(e -> copy.set(e.getKey(), normal(e.getValue())));
      return copy;
    }
    return node.isTextual() ? TextNode.valueOf(node.textValue()) : node;
  }
}
