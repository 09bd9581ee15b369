package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.RunningServer;
import io.postrider.server.StoredMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values are stored as sent, in canonical form. */
final class TrackingApiValuesTest extends TrackingTests {

  @Test
  void numbersAreWritten_asInJavaScript() {
    keeps("{ \"a\" : [ 1 , 2 ] }", "{\"a\":[1,2]}");
    keeps("{\"a\":\"\\u003c\\/\\u00e9\\u2028\"}", "{\"a\":\"</\u00e9\u2028\"}");
    keeps("{\"a\":\"\\u0001\\u000A\\\"\\\\\"}", "{\"a\":\"\\u0001\\n\\\"\\\\\"}");
    keeps("{\"a\":\"\\uD83D\\uDE00\"}", "{\"a\":\"\ud83d\ude00\"}");
    keeps("{\"a\":\"\\uD83D x \\uDE00\"}", "{\"a\":\"\\ud83d x \\ude00\"}");
    keeps("{\"a\":[1.0,1.10,1e3,-0.0,0.1]}", "{\"a\":[1,1.1,1000,0,0.1]}");
    keeps("{\"b\":1,\"10\":2,\"2\":3,\"01\":4}", "{\"2\":3,\"10\":2,\"b\":1,\"01\":4}");
    keeps("{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":3,\"b\":2}");
  }

  @Test
  void values_areNeverChanged() {
    for (String same :
        List.of(
            "{\"id\":1234567890123456789}",
            "{\"n\":123456789012345678901234567890.123}",
            "{\"n\":0.1000000000000000055511151231257827}",
            "{\"n\":1e400}",
            "{\"n\":1e-400}",
            "{\"t\":\"\u0000\"}".replace("\u0000", "\\u0000"),
            "{\"t\":\"\u4f60\u597d \u05e9\u05dc\u05d5\u05dd \ud83d\udc69\u200d\ud83d\udcbb\"}",
            "{\"\":\"\",\"__proto__\":{},\"constructor\":null,\"a.b\":[[],{}]}")) {
      keeps(same, same);
    }
  }

  @Test
  void ids_mayBeNumbers() {
    post(
            "/v1/group",
            "{\"userId\":12,\"anonymousId\":1.50,\"groupId\":1234567890123456789,"
                + "\"messageId\":7}")
        .isSuccess();
    StoredMessage message = stored().getFirst();
    assertThat(message.json())
        .startsWith(
            "{\"userId\":\"12\",\"anonymousId\":\"1.5\",\"groupId\":\"1234567890123456789\","
                + "\"messageId\":\"7\"");
  }

  @Test
  void missingMessageId_isGenerated() {
    post(
            "/v1/batch",
            batch(
                track(""),
                track(""),
                track("\"messageId\":null"),
                track("\"messageId\":\"\""),
                track("\"messageId\":\"mine\"")))
        .isSuccess();
    List<String> ids = stored().stream().map(message -> message.text("messageId")).toList();
    assertThat(ids).doesNotHaveDuplicates().hasSize(5);
    assertThat(ids.subList(0, 4)).allMatch(id -> id.matches("api-[\\w-]{22}"));
    assertThat(ids.getLast()).isEqualTo("mine");
  }

  @Test
  void writeKey_isNeverStored() {
    String key = "\"writeKey\":\"" + writeKey + "\"";
    post("/v1/track", "{" + key + ",\"userId\":\"u\",\"event\":\"E\"}").isSuccess();
    post("/v1/track", "{\"userId\":\"u\"," + key + ",\"event\":\"E\"}").isSuccess();
    post("/v1/track", "{\"userId\":\"u\",\"event\":\"E\"," + key + "}").isSuccess();
    post("/v1/track", "{\"userId\":\"u\",\"event\":\"E\",\"write\\u004bey\":\"" + writeKey + "\"}")
        .isSuccess();
    post("/v1/batch", "{" + key + ",\"batch\":[" + track(key) + "]}").isSuccess();
    assertThat(stored())
        .hasSize(5)
        .allSatisfy(
            message -> {
              assertThat(message.json()).doesNotContain(writeKey).doesNotContain("writeKey");
              assertThat(message.text("userId")).isEqualTo("u");
            });
  }

  @Test
  void knownFields_keepTheirPlaceAndNewOnesFollow() {
    post(
            "/v1/track",
            "{\"sentAt\":null,\"messageId\":\"m\",\"x\":1,\"event\":\"E\",\"userId\":\"u\"}")
        .isSuccess();
    assertThat(stored().getFirst().tree().fieldNames())
        .toIterable()
        .containsExactly(
            "sentAt",
            "messageId",
            "x",
            "event",
            "userId",
            "type",
            "context",
            "timestamp",
            "receivedAt");
  }

  private void keeps(String properties, String expected) {
    post("/v1/track", track("\"properties\":" + properties)).isSuccess();
    List<StoredMessage> stored = stored();
    assertThat(stored.getLast().json()).contains("\"properties\":" + expected + ",");
    server = RunningServer.start(folder, settings());
  }
}
