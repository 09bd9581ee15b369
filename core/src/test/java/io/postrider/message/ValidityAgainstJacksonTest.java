package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Corrupts valid documents and compares validity with Jackson. */
class ValidityAgainstJacksonTest {

  private static final int DOCUMENTS = 30_000;
  private static final byte[] BYTES =
      IngestHarness.bytes("{}[],:\"\\/ubnrtf0123456789aAeE+-. \n\ttruefalsn\u00e9\ud83d\ude00");

  private final CanonicalJsonHarness canonicalJson = new CanonicalJsonHarness();
  private final JsonFactory factory =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MessageLimits.LEVELS)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  @Test
  void corruptDocuments_areValidExactlyIfJacksonAccepts() throws IOException {
    Random random = TestSeeds.random(getClass());
    int valid = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      byte[] json = damage(IngestHarness.bytes(RandomJson.object(random)), random);
      boolean expected = isValid(json);
      assertThat(canonicalJson.isValid(json))
          .as(() -> canonicalJson.problem(json) + ' ' + HexFormat.of().formatHex(json))
          .isEqualTo(expected);
      valid += expected ? 1 : 0;
    }
    assertThat(valid).isBetween(DOCUMENTS / 20, DOCUMENTS * 19 / 20);
  }

  private static byte[] damage(byte[] json, Random random) {
    byte[] damaged = json;
    for (int times = random.nextInt(3); times >= 0; times--) {
      int at = random.nextInt(damaged.length);
      switch (random.nextInt(5)) {
        case 0 -> damaged[at] = BYTES[random.nextInt(BYTES.length)];
        case 1 -> damaged[at] = (byte) random.nextInt(256);
        case 2 -> damaged = splice(damaged, at, at + 1, new byte[0]);
        case 3 -> damaged = splice(damaged, at, at, new byte[] {pick(random)});
        default -> {
          int to = Math.min(damaged.length, at + 1 + random.nextInt(4));
          byte[] copy = Arrays.copyOfRange(damaged, at, to);
          int target = random.nextInt(damaged.length);
          damaged = splice(damaged, target, target, copy);
        }
      }
      if (damaged.length == 0) {
        return new byte[] {'{'};
      }
    }
    return damaged;
  }

  private static byte pick(Random random) {
    return BYTES[random.nextInt(BYTES.length)];
  }

  private static byte[] splice(byte[] bytes, int from, int to, byte[] middle) {
    ByteBuffer result = ByteBuffer.allocate(bytes.length - (to - from) + middle.length);
    result.put(bytes, 0, from).put(middle).put(bytes, to, bytes.length - to);
    return result.array();
  }

  private boolean isValid(byte[] json) throws IOException {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
    } catch (CharacterCodingException e) {
      return false;
    }
    text = CanonicalJsonHarness.withoutSurrogates(text);
    int depth = 0;
    int values = 0;
    try (JsonParser parser = factory.createParser(IngestHarness.bytes(text))) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        values += depth == 0 ? 1 : 0;
      }
    } catch (IOException e) {
      return false;
    }
    return values == 1;
  }
}
