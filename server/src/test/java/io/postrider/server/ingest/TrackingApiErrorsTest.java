package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.MessageLimits;
import io.postrider.server.RunningServer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every error of the contract at its limit, and the order of checks. */
final class TrackingApiErrorsTest extends TrackingTests {

  private static final String WRONG_KEY = RunningServer.basic("wrong");

  @Test
  void invalidJson_isRefused() {
    for (String body :
        List.of(
            "",
            " ",
            "{",
            "{}}",
            "[]",
            "1",
            "\"x\"",
            "null",
            "{\"a\":1,}",
            "{'a':1}",
            "{\"a\":01}",
            "{\"a\":+1}",
            "{\"a\":NaN}",
            "{\"a\":\"\t\"}",
            "{\"a\":\"\\x\"}",
            "{a:1}",
            "// c",
            "\ufeff" + track(""))) {
      post("/v1/track", body).isError(400, "invalid_json");
      post("/v1/batch", body).isError(400, "invalid_json");
    }
    for (int[] bytes : new int[][] {{0xff}, {0xc0, 0xaf}, {0xed, 0xa0, 0x80}, {0xf4, 0x90, 0x80}}) {
      StringBuilder text = new StringBuilder();
      for (int b : bytes) {
        text.append((char) b);
      }
      byte[] body = track("\"x\":\"" + text + "\"").getBytes(StandardCharsets.ISO_8859_1);
      post("/v1/track", body, null, "Authorization", RunningServer.basic(writeKey))
          .isError(400, "invalid_json");
    }
    post("/v1/batch", "{\"batch\":{}}").isError(400, "invalid_json");
    post("/v1/batch", "{\"batch\":\"x\"}").isError(400, "invalid_json");
    assertThat(stored()).isEmpty();
  }

  @Test
  void nesting_endsAt64Levels() {
    post("/v1/track", track("\"properties\":" + nested(63))).isSuccess();
    post("/v1/track", track("\"properties\":" + nested(64))).isError(400, "invalid_json");
    post("/v1/batch", batch(track("\"properties\":" + nested(61)))).isSuccess();
    post("/v1/batch", batch(track("\"properties\":" + nested(62)))).isError(400, "invalid_json");
    String arrays = "[".repeat(100_000) + "]".repeat(100_000);
    post("/v1/batch", "{\"x\":" + arrays + "}").isError(400, "invalid_json");
  }

  @Test
  void message_mayHave32KiB() {
    post("/v1/track", trackOf(MessageLimits.MESSAGE_BYTES)).isSuccess();
    post("/v1/track", "  \n" + trackOf(MessageLimits.MESSAGE_BYTES) + " ").isSuccess();
    post("/v1/track", trackOf(MessageLimits.MESSAGE_BYTES + 1)).isError(413, "message_too_large");
    Reply batch =
        post(
            "/v1/batch",
            batch(trackOf(MessageLimits.MESSAGE_BYTES), trackOf(MessageLimits.MESSAGE_BYTES + 1)));
    assertThat(batch.status()).isEqualTo(200);
    assertThat(batch.rejected()).isEqualTo("1:message_too_large");
    assertThat(stored()).hasSize(3);
  }

  @Test
  void body_mayHave500KiB() {
    post("/v1/batch", bodyOf(MessageLimits.BODY_BYTES)).isSuccess();
    post("/v1/batch", bodyOf(MessageLimits.BODY_BYTES + 1)).isError(413, "batch_too_large");
    post("/v1/batch", bodyOf(3 * MessageLimits.BODY_BYTES)).isError(413, "batch_too_large");
    post("/v1/track", " ".repeat(MessageLimits.BODY_BYTES + 1)).isError(413, "batch_too_large");
    assertThat(stored()).hasSize(1);
  }

  @Test
  void batch_mayHave2500Messages() {
    String[] most = new String[MessageLimits.BATCH_MESSAGES];
    Arrays.fill(most, track(""));
    post("/v1/batch", batch(most)).isSuccess();
    String[] more = Arrays.copyOf(most, most.length + 1);
    more[most.length] = track("");
    post("/v1/batch", batch(more)).isError(413, "batch_too_large");
    assertThat(stored()).hasSize(MessageLimits.BATCH_MESSAGES);
  }

  @Test
  void messageId_mayHave100Characters() {
    post("/v1/track", track("\"messageId\":\"" + "i".repeat(100) + "\"")).isSuccess();
    post("/v1/track", track("\"messageId\":\"" + "\ud83d\ude00".repeat(100) + "\"")).isSuccess();
    post("/v1/track", track("\"messageId\":" + "1".repeat(100))).isSuccess();
    post("/v1/track", track("\"messageId\":\"" + "i".repeat(101) + "\""))
        .isError(400, "message_id_too_long");
  }

  @Test
  void emptyBatch_isRefused() {
    for (String body : List.of("{}", "{\"batch\":[]}", "{\"batch\":null}", "{\"batch\":[ ]}")) {
      post("/v1/batch", body).isError(400, "empty_batch");
    }
  }

  @Test
  void everyMistakeInAMessage_hasItsCode() {
    mistake("identify", "{}", "no_user_anon_id");
    mistake("track", "{\"event\":\"E\"}", "no_user_anon_id");
    mistake("page", "{\"userId\":null,\"anonymousId\":\"\"}", "no_user_anon_id");
    mistake("screen", "{}", "no_user_anon_id");
    mistake("group", "{\"groupId\":\"g\"}", "no_user_anon_id");
    for (String notText : List.of("true", "{}", "[]", "[\"u\"]")) {
      mistake("identify", "{\"userId\":" + notText + "}", "id_not_string");
      mistake("identify", "{\"userId\":\"u\",\"anonymousId\":" + notText + "}", "id_not_string");
      mistake("group", "{\"userId\":\"u\",\"groupId\":" + notText + "}", "id_not_string");
      mistake("alias", "{\"userId\":\"u\",\"previousId\":" + notText + "}", "id_not_string");
      mistake("track", track("\"messageId\":" + notText), "id_not_string");
      mistake("page", "{\"userId\":\"u\",\"name\":" + notText + "}", "name_not_string");
      mistake("screen", "{\"userId\":\"u\",\"category\":" + notText + "}", "name_not_string");
    }
    for (String event : List.of("", ",\"event\":\"\"", ",\"event\":null", ",\"event\":1")) {
      mistake("track", "{\"userId\":\"u\"" + event + "}", "event_not_defined");
    }
    for (String group : List.of("", ",\"groupId\":\"\"", ",\"groupId\":null")) {
      mistake("group", "{\"userId\":\"u\"" + group + "}", "group_id_not_defined");
    }
    mistake("alias", "{\"previousId\":\"p\"}", "user_id_not_defined");
    mistake("alias", "{\"userId\":\"u\"}", "previous_id_not_defined");
    for (String field : List.of("properties", "traits", "context", "integrations")) {
      for (String value : List.of("1", "\"x\"", "true", "[]")) {
        String body = track("\"" + field + "\":" + value);
        mistake("track", body, field + "_not_object");
      }
    }
    for (String time : List.of("\"\\u0041\"", "\"yesterday\"", "\"2026-13-01\"", "\"12:00\"")) {
      mistake("track", track("\"timestamp\":" + time), "timestamp_invalid");
    }
    assertThat(stored()).isEmpty();
  }

  @Test
  void unknownTypes_areRefusedInABatch() {
    for (String type : List.of("delete", "Track", "", "trackx")) {
      post("/v1/batch", batch("{\"userId\":\"u\",\"type\":\"" + type + "\"}"))
          .isError(400, "type_unknown");
    }
    post("/v1/batch", batch("{\"userId\":\"u\"}")).isError(400, "type_unknown");
    post("/v1/batch", batch("{\"userId\":\"u\",\"type\":1}")).isError(400, "type_unknown");
  }

  @Test
  void batchEnvelope_isChecked() {
    post("/v1/batch", "{\"context\":1,\"batch\":[" + track("") + "]}")
        .isError(400, "context_not_object");
    post("/v1/batch", "{\"integrations\":[],\"batch\":[" + track("") + "]}")
        .isError(400, "integrations_not_object");
    post("/v1/batch", "{\"context\":null,\"integrations\":null,\"batch\":[" + track("") + "]}")
        .isSuccess();
  }

  @Test
  void disabledSource_isForbidden() {
    change("{\"enabled\":false}");
    post("/v1/track", track("")).isError(403, "source_disabled");
    post("/v1/track", "{}").isError(403, "source_disabled");
    post("/v1/track", "{").isError(400, "invalid_json");
    change("{\"enabled\":true}");
    post("/v1/track", track("")).isSuccess();
  }

  @Test
  void rateLimit_hasRetryAfter() {
    change("{\"rateLimit\":2}");
    String[] burst = new String[1_000];
    Arrays.fill(burst, track(""));
    post("/v1/batch", batch(burst)).isSuccess();
    for (String body : List.of(batch(track("")), "{}", batch("{}"))) {
      Reply limited = post("/v1/batch", body);
      limited.isError(429, "too_many_requests");
      assertThat(Integer.parseInt(limited.header("Retry-After"))).isBetween(100, 500);
    }
    post("/v1/batch", "{").isError(400, "invalid_json");
    post("/v1/batch", batch(track("")), "Authorization", WRONG_KEY)
        .isError(401, "invalid_write_key");
    change("{\"enabled\":false}");
    post("/v1/batch", batch(track(""))).isError(403, "source_disabled");
    change("{\"enabled\":true,\"rateLimit\":null}");
    post("/v1/batch", batch(track(""))).isSuccess();
    assertThat(stored()).hasSize(1_001);
  }

  @Test
  void checks_runInOrder() {
    String tooLarge = "{".repeat(MessageLimits.BODY_BYTES + 1);
    // an unknown key in the head is denied before the body is read
    post("/v1/batch", tooLarge, "Authorization", WRONG_KEY).isError(401, "invalid_write_key");
    post("/v1/batch", tooLarge).isError(413, "batch_too_large");
    post("/v1/track", "{", "Authorization", WRONG_KEY).isError(401, "invalid_write_key");
    post("/v1/track", "{").isError(400, "invalid_json");
    String unknown = "{\"writeKey\":\"unknown\"";
    post("/v1/track", unknown, new String[0]).isError(400, "invalid_json");
    post("/v1/track", unknown + "}", new String[0]).isError(401, "invalid_write_key");
    post("/v1/batch", unknown + "}", new String[0]).isError(401, "invalid_write_key");
    post("/v1/track", "{}").isError(400, "no_user_anon_id");
  }

  @Test
  void rejections_areCounted() {
    post("/v1/track", "{");
    post("/v1/track", "{}");
    post("/v1/batch", batch(track(""), "{}", "{}"));
    String metrics = server.get("/metrics").body();
    assertThat(metrics)
        .containsPattern(
            "postrider_rejected_messages_total\\{code=\"invalid_json\",source=\"\"} 1\\.0")
        .containsPattern(
            "postrider_rejected_messages_total\\{code=\"no_user_anon_id\",source=\"src_\\w+\"} 1")
        .containsPattern(
            "postrider_rejected_messages_total\\{code=\"type_unknown\",source=\"src_\\w+\"} 2")
        .containsPattern("postrider_accepted_messages_total\\{source=\"src_\\w+\"} 1\\.0");
  }

  /** A mistake is refused alone, and the only thing refused in a batch. */
  private void mistake(String type, String body, String code) {
    post("/v1/" + type, body).isError(400, code);
    String item = body.replaceFirst("\\{(\"type\":\"\\w+\")?", "{\"type\":\"" + type + "\",");
    item = item.replace(",,", ",").replace(",}", "}");
    post("/v1/batch", batch(item)).isError(400, code);
  }

  private static String nested(int levels) {
    return "{\"a\":".repeat(levels - 1) + "{}" + "}".repeat(levels - 1);
  }

  private static String trackOf(int length) {
    String json = track("\"pad\":\"\"");
    return track("\"pad\":\"" + "x".repeat(length - json.length()) + "\"");
  }

  private static String bodyOf(int length) {
    String json = batch(track(""));
    return json.substring(0, json.length() - 1)
        + ",\"pad\":\""
        + "x".repeat(length - json.length() - 9)
        + "\"}";
  }
}
