package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that shortcuts do not change results: keys read by words, contexts compared. */
class FastPathsTest {

  private static final String[] ODD = {"é", "😀", "\\n", "\\\"", "\\u0041", "\\u00e9", "/", "\\/"};
  private static final String[] CONTEXTS = {
    "{}",
    "{\"ip\":\"1.2.3.4\"}",
    "{\"direct\":true}",
    "{\"direct\":false}",
    "{\"direct\":true}}",
    "{\"a\":{\"b\":[1,2,{\"c\":\"é\"}]},\"x\":\"0123456789012345678901234567890123456789\"}",
    "{\"a\":{\"b\":[1,2,{\"c\":\"é\"}]},\"x\":\"012345678901234567890123456789012345678\"}",
    "{ \"a\":1.0}",
    "{\"a\":1,\"a\":2}",
    "{\"b\":1,\"7\":2}",
    "null",
    "[]",
  };

  private final CanonicalJsonHarness canonicalJson = new CanonicalJsonHarness();

  @Test
  void keysOfAnyLength_areReadAtAnyPosition() {
    for (int length = 0; length <= 40; length++) {
      for (int odd = 0; odd <= ODD.length; odd++) {
        for (int at = 0; at <= (odd == 0 ? 0 : length); at++) {
          String letters = "k".repeat(length);
          String middle = odd == 0 ? "" : ODD[odd - 1];
          String key = letters.substring(0, at) + middle + letters.substring(at);
          for (String behind : new String[] {"", ",\"z\":\"" + "z".repeat(20) + "\""}) {
            checkKey(key, behind);
          }
        }
      }
    }
  }

  private void checkKey(String key, String behind) {
    String other = key + "x";
    String once = "{\"" + key + "\":1,\"" + other + "\":2" + behind + "}";
    String twice = "{\"" + key + "\":1,\"" + key + "\":2" + behind + "}";
    boolean canonical = !key.contains("\\u") && !key.contains("\\/");
    assertThat(canonicalJson.isCanonical(IngestHarness.bytes(once))).as(once).isEqualTo(canonical);
    assertThat(canonicalJson.isCanonical(IngestHarness.bytes(twice))).as(twice).isFalse();
    byte[] spaced = IngestHarness.bytes(once.replace(":", " : "));
    assertThat(canonicalJson.isCanonical(spaced)).as(once).isFalse();
    assertThat(canonicalJson.canonicalize(spaced))
        .isEqualTo(canonicalJson.canonicalize(IngestHarness.bytes(once)));
    for (int cut = 1; cut <= Math.min(45, key.length() + 4); cut++) {
      byte[] whole = IngestHarness.bytes(once);
      assertThat(canonicalJson.isValid(Arrays.copyOf(whole, whole.length - cut))).isFalse();
    }
    byte[] control = IngestHarness.bytes(once.replaceFirst("\"", "\"\u0001"));
    assertThat(canonicalJson.isValid(control)).isFalse();
  }

  @Test
  void integerKeys_areFoundWhateverTheirLength() {
    assertThat(canonicalJson.isCanonical(IngestHarness.bytes("{\"1\":0,\"22222222\":0,\"z\":0}")))
        .isTrue();
    assertThat(canonicalJson.isCanonical(IngestHarness.bytes("{\"z\":0,\"22222222\":0,\"\":0}")))
        .isFalse();
    assertThat(canonicalJson.isCanonical(IngestHarness.bytes("{\"22222222\":0,\"1\":0,\"z\":0}")))
        .isFalse();
    String inner = "{\"a\":{\"5\":1,\"b\":{},\"c\":1},\"5\":1}";
    assertThat(canonicalJson.isCanonical(IngestHarness.bytes(inner))).isFalse();
    assertThat(canonicalJson.isCanonical(IngestHarness.bytes("{\"5\":{\"b\":1},\"7\":{},\"a\":1}")))
        .isTrue();
    assertThat(canonicalJson.isCanonical(IngestHarness.bytes("{\"a\":{\"b\":{}},\"a\":1}")))
        .isFalse();
  }

  @Test
  void messagesWithTheSameContext_areReadIndependently() {
    Random random = TestSeeds.random(getClass());
    for (int round = 0; round < 3_000; round++) {
      List<String> messages = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(6); i++) {
        messages.add(message(i, random));
      }
      String body = "{\"batch\":[" + String.join(",", messages) + "]}";
      IngestHarness together = new IngestHarness().sourceType(SourceType.WEB);
      IngestHarness.Result all = together.batch(body);
      int record = 0;
      boolean valid = all.request() == null;
      for (int i = 0; i < messages.size(); i++) {
        IngestHarness alone = new IngestHarness().sourceType(SourceType.WEB);
        IngestHarness.Result one = alone.batch("{\"batch\":[" + messages.get(i) + "]}");
        if (!valid || one.records().count() == 0) {
          continue;
        }
        assertThat(all.view(record).json()).as(body).isEqualTo(one.view(0).json());
        record++;
      }
      assertThat(all.records().count()).isEqualTo(record);
    }
  }

  private static String message(int i, Random random) {
    String context = CONTEXTS[random.nextInt(CONTEXTS.length)];
    String spaces = random.nextInt(8) == 0 ? " " : "";
    return "{\"type\":\"track\",\"event\":\"e\",\"userId\":\"u\",\"messageId\":\"m"
        + i
        + "\","
        + spaces
        + "\"context\":"
        + context
        + (random.nextInt(8) == 0 ? ",\"context\":{\"direct\":false}" : "")
        + ",\"x\":1}";
  }
}
