package io.postrider.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.message.CanonicalValue;
import io.postrider.message.RandomJson;
import io.postrider.message.TestSeeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlattenerTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int LINE_ENDS = 5_000;

  private final Flattener flattening = new Flattener();

  private String flat(String json) {
    flattening.begin();
    flattening.addAll(CanonicalObjects.object(json));
    return flattening.json();
  }

  private static String object(String key, int count) {
    StringBuilder json = new StringBuilder("{");
    for (int i = 0; i < count; i++) {
      json.append(i == 0 ? "" : ",").append('"').append(key).append(i).append("\":1");
    }
    return json.append('}').toString();
  }

  @Test
  void scalars_areEncoded() {
    assertThat(flat("{\"a\":\"x\\\"\\n\",\"b\":1.50,\"c\":true,\"d\":false,\"e\":null}"))
        .isEqualTo("{\"a\":\"tx\\\"\\u000a\",\"b\":\"n2a115\",\"c\":\"b1\",\"d\":\"b0\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "1e400, 1e+400",
    "-1e999999999, -1e+999999999",
    "1e-999999999999999, 1e-999999999999999",
    "1e999999999999999, 1e+999999999999999",
    "1e1000000000000000, 1e+1000000000000000",
    "1e99999999999999999999, 1e+1000000000000000",
    "-2e-99999999999999999999, -2e-1000000000000000"
  })
  void numbers_areExactUnlessTheExponentIsReduced(String sent, String shown) {
    assertThat(Unflattener.json(flat("{\"a\":%s}".formatted(sent))))
        .isEqualTo("{\"a\":%s}".formatted(shown));
  }

  @Test
  void objects_areFlattenedToPaths() {
    assertThat(flat("{\"a\":{\"b\":{\"c.d\":1},\"e\":{}}}"))
        .isEqualTo("{\"a\":\"o\",\"a.b\":\"o\",\"a.b.c%002Ed\":\"n2a11\",\"a.e\":\"o\"}");
  }

  @Test
  void lists_areListsOfEncodedValues() {
    assertThat(flat("{\"a\":[1,\"x\",true,null,{\"b\":1},[2]],\"e\":[]}"))
        .isEqualTo("{\"a\":[\"n2a11\",\"tx\",\"b1\",\"z\",\"o\",\"a\"],\"e\":[]}");
  }

  @Test
  void times_areStoredWithTheirInstant() {
    assertThat(flat("{\"a\":{\"at\":\"1970-01-01T00:00:01Z\"}}"))
        .isEqualTo("{\"a\":\"o\",\"a.at\":\"t1970-01-01T00:00:01Z\",\"@a.at\":\"n2a41\"}");
  }

  @Test
  void valuesTooDeep_areDropped() {
    String nine = "{\"k\":".repeat(9);
    assertThat(flat(nine + "{\"k\":{\"k\":1}}" + "}".repeat(9)))
        .endsWith("\"k.k.k.k.k.k.k.k.k.k\":\"o\"}")
        .doesNotContain("n2a11");
    assertThat(flat(nine + "{\"k\":1}" + "}".repeat(9)))
        .endsWith("\"k.k.k.k.k.k.k.k.k.k\":\"n2a11\"}");
  }

  @Test
  void keys_areBounded() throws JsonProcessingException {
    assertThat(MAPPER.readTree(flat(object("k", Flattener.MAX_KEYS)))).hasSize(500);
    assertThat(flattening.leftOut()).isZero();
    assertThat(MAPPER.readTree(flat(object("k", Flattener.MAX_KEYS + 1)))).hasSize(500);
    assertThat(flattening.leftOut()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "é", "世"})
  void bytes_areBounded(String letter) {
    // a line feed takes two bytes in a message and six when stored; {"a":"t…"} takes nine
    int room = Flattener.MAX_BYTES - 9 - 6 * LINE_ENDS;
    int bytes = letter.getBytes(UTF_8).length;
    String most = "\\n".repeat(LINE_ENDS) + letter.repeat(room / bytes) + "x".repeat(room % bytes);
    String json = flat("{\"a\":\"" + most + "\"}");
    assertThat(json.getBytes(UTF_8)).hasSize(Flattener.MAX_BYTES);
    assertThat(flattening.bytes()).isEqualTo(Flattener.MAX_BYTES);
    assertThat(flattening.leftOut()).isZero();
    assertThat(flat("{\"a\":\"" + most + "x\",\"b\":true}")).isEqualTo("{\"b\":\"b1\"}");
    assertThat(flattening.leftOut()).isEqualTo(1);
  }

  @Test
  void traits_areSeparate() {
    assertThat(
            flattening.traits(
                CanonicalObjects.object("{\"a\":{\"b\":1},\"c\":null,\"d\":\"2026\"}")))
        .containsExactly(
            new Trait("a", new Trait.Members("\"a\":\"o\",\"a.b\":\"n2a11\"", 2)),
            new Trait("c", null),
            new Trait("d", new Trait.Members("\"d\":\"t2026\",\"@d\":\"n2b1317672256\"", 1)));
  }

  @Test
  void texts_canBeAdded() {
    flattening.begin();
    flattening.add("name", "Home");
    flattening.addAll(CanonicalObjects.object("{\"x\":1}"));
    assertThat(flattening.json()).isEqualTo("{\"name\":\"tHome\",\"x\":\"n2a11\"}");
  }

  /** A stored object is valid JSON of the counted size, and can be restored. */
  @Test
  void anyObject_isRestored() throws JsonProcessingException {
    Random random = TestSeeds.random(FlattenerTest.class);
    for (int i = 0; i < 5_000; i++) {
      String json = RandomJson.object(random);
      if (hasCharactersThatStandForOthers(CanonicalObjects.object(json))) {
        continue;
      }
      String stored = flat(json);
      assertThat(stored.getBytes(UTF_8)).hasSize(flattening.bytes());
      JsonNode tree = MAPPER.readTree(stored);
      tree.fieldNames().forEachRemaining(key -> assertThat(key).doesNotContain("\"", "\\", "$"));
      String unfolded = Unflattener.json(stored);
      assertThat(flat(unfolded)).hasSameSizeAs(stored);
      assertThat(Unflattener.json(flat(unfolded))).isEqualTo(unfolded);
      assertThat(Unflattener.json(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree)))
          .isEqualTo(unfolded);
    }
  }

  /** Whether a text has a character from U+10F000 on. */
  private static boolean hasCharactersThatStandForOthers(CanonicalValue value) {
    for (int i = value.from(); i + 1 < value.to(); i++) {
      if (value.at(i) == (byte) 0xF4 && value.at(i + 1) == (byte) 0x8F) {
        return true;
      }
    }
    return false;
  }

  @Test
  void unflattening_restoresTheObject() {
    for (String json :
        List.of(
            "{}",
            "{\"a\":{\"b\":{},\"c\":[1,\"x\",true,false,null]},\"d\":\"\\u0000\\ud800\"}",
            "{\"\":{\"\":-12.5},\"a.b\":1e-7,\"big\":12345678901234567890}")) {
      assertThat(Unflattener.json(flat(json))).isEqualTo(json);
    }
    assertThat(Unflattener.json(flat("{\"a\":[{\"b\":1},[1]],\"n\":null}")))
        .isEqualTo("{\"a\":[{},[]]}");
  }
}
