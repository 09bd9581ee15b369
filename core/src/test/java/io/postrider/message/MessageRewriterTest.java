package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that messages in any spelling become the records of their canonical forms. */
class MessageRewriterTest {

  private static final int BODIES = 4_000;
  private static final String[] EXTRA = {
    ", \"context\" : {\"direct\": false}",
    ",\"na\\u006de\": \"x\"",
    ", \"7\": 1.50",
    ",\"event\":\"again\"",
    ", \"writeKey\": \"key\"",
    ", \"userId\": 1.0e3",
    ", \"zebra\": [1, -0, 2.0, true, null, \"\\u00f6\"]"
  };

  private final CanonicalJsonHarness canonicalJson = new CanonicalJsonHarness();

  @Test
  void batches_becomeTheRecordsOfTheirCanonicalMessages() {
    Random random = TestSeeds.random(getClass());
    int respelled = 0;
    int reordered = 0;
    for (int i = 0; i < BODIES; i++) {
      List<String> messages = messages(random);
      byte[] body = body(messages);
      assertThat(records(body))
          .as(() -> IngestHarness.utf8(ByteBuffer.wrap(body)))
          .isEqualTo(records(body(messages.stream().map(this::canonical).toList())));
      ScannedBody scanned = (ScannedBody) new BodyReader().readBatch(body, 0, body.length);
      for (int message = 0; message < messages.size(); message++) {
        int flags = scanned.messages.flags(message);
        if ((flags & MessageTable.CANONICAL) == 0) {
          respelled += (flags & MessageTable.ORDERED) != 0 ? 1 : 0;
          reordered += (flags & MessageTable.ORDERED) == 0 ? 1 : 0;
        }
      }
    }
    assertThat(respelled).isGreaterThan(BODIES / 4);
    assertThat(reordered).isGreaterThan(BODIES / 4);
  }

  @Test
  void contextsWithEscapedOrRepeatedKeys_areReadAsTheirCanonicalForms() {
    for (String context :
        List.of(
            "{ \"\\u0069p\": \"1.2.3.4\"}",
            "{ \"direct\": true, \"direct\": false}",
            "{ \"direct\": false, \"d\\u0069rect\": true}",
            "{ \"b\": 1, \"7\": 2}")) {
      List<String> messages = List.of(message(0, context, ""), message(1, context, ""));
      assertThat(records(body(messages)))
          .as(context)
          .isEqualTo(records(body(messages.stream().map(this::canonical).toList())));
    }
  }

  @Test
  void contextOfAnEarlierBody_isForgotten() {
    IngestHarness harness = new IngestHarness();
    for (String value : List.of("first", "other")) {
      String body =
          IngestHarness.utf8(
              ByteBuffer.wrap(body(List.of(message(0, "{ \"a\": \"" + value + "\" }", "")))));
      assertThat(harness.batch(body).json()).contains("\"context\":{\"a\":\"" + value + "\"}");
    }
  }

  private static List<String> messages(Random random) {
    String shared = RandomJson.object(random);
    List<String> messages = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(5); i++) {
      String context = random.nextInt(3) == 0 ? RandomJson.object(random) : shared;
      String extra = random.nextInt(3) == 0 ? EXTRA[random.nextInt(EXTRA.length)] : "";
      String own = random.nextInt(3) == 0 ? ",\t\"properties\" : " + RandomJson.object(random) : "";
      messages.add(message(i, context, extra + own));
    }
    return messages;
  }

  private static String message(int i, String context, String rest) {
    return "{\"type\": \"track\", \"event\" :\"caf\\u00e9\", \"userId\":\"u\\/1\", \"total\": 20.0,"
        + "\"messageId\":\"m%d\", \"context\": %s%s }".formatted(i, context, rest);
  }

  private String canonical(String message) {
    byte[] json = canonicalJson.canonicalize(IngestHarness.bytes(message));
    return IngestHarness.utf8(ByteBuffer.wrap(json));
  }

  private static byte[] body(List<String> messages) {
    return IngestHarness.bytes("{\"batch\":[" + String.join(",", messages) + "]}");
  }

  private static byte[] records(byte[] body) {
    IngestHarness.Result result = new IngestHarness().sourceType(SourceType.WEB).batch(body);
    return Arrays.copyOf(result.records().bytes(), result.records().sizeBytes());
  }
}
