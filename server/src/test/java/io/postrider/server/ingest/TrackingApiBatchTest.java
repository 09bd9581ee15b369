package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.message.MessageLimits;
import io.postrider.server.StoredMessage;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A batch is accepted message by message; its defaults are merged into each. */
final class TrackingApiBatchTest extends TrackingTests {

  private static final String NOW = "2026-03-01T12:00:00.123Z";

  @Override
  InstantSource time() {
    return InstantSource.fixed(Instant.parse(NOW));
  }

  @Test
  void validMessages_areStored_andRejectedOnesListed() {
    Reply reply =
        post(
            "/v1/batch",
            batch(
                track("\"messageId\":\"a\""),
                "{\"type\":\"track\",\"event\":\"E\",\"messageId\":\"b\"}",
                "\"not an object\"",
                "{\"type\":\"delete\",\"userId\":\"u\",\"messageId\":7}",
                track("\"messageId\":\"c\""),
                track("\"messageId\":\"" + "i".repeat(101) + "\"")));
    assertThat(reply.status()).isEqualTo(200);
    JsonNode body = reply.json();
    assertThat(body.fieldNames()).toIterable().containsExactly("success", "rejected");
    assertThat(body.path("success").asBoolean()).isTrue();
    assertThat(reply.rejected())
        .isEqualTo("1:no_user_anon_id 2:invalid_json 3:type_unknown 5:message_id_too_long");
    JsonNode rejected = body.path("rejected");
    assertThat(rejected.path(0).fieldNames())
        .toIterable()
        .containsExactly("index", "messageId", "code", "message");
    assertThat(rejected.path(0).path("messageId").asText()).isEqualTo("b");
    assertThat(rejected.path(0).path("message").asText())
        .isEqualTo(
            "The message has neither a userId nor an anonymousId; send at least one of them.");
    assertThat(rejected.path(1).has("messageId")).isFalse();
    assertThat(rejected.path(2).path("messageId").asText()).isEqualTo("7");
    assertThat(rejected.path(3).has("messageId")).isFalse();
    assertThat(stored().stream().map(message -> message.text("messageId")))
        .containsExactly("a", "c");
  }

  @Test
  void batchWithoutValidMessage_hasTheCodeOfTheFirst() {
    Reply reply =
        post("/v1/batch", batch("{\"type\":\"identify\",\"messageId\":\"a\"}", "1", "{}"));
    reply.isError(400, "no_user_anon_id");
    assertThat(reply.rejected()).isEqualTo("0:no_user_anon_id 1:invalid_json 2:type_unknown");
    assertThat(reply.json().path("rejected").path(0).path("messageId").asText()).isEqualTo("a");
    post("/v1/batch", batch("1")).isError(400, "invalid_json");
    String large = track("\"pad\":\"" + "x".repeat(MessageLimits.MESSAGE_BYTES) + "\"");
    post("/v1/batch", batch(large)).isError(400, "message_too_large");
    assertThat(stored()).isEmpty();
  }

  @Test
  void errorOfASingleCall_hasNoList() {
    assertThat(post("/v1/identify", "{}").isError(400, "no_user_anon_id").json().has("rejected"))
        .isFalse();
  }

  @Test
  void contextAndIntegrations_areMergedUnderEachMessagesOwn() {
    post(
            "/v1/batch",
            "{\"context\":{\"a\":1,\"b\":{\"x\":1},\"library\":{\"name\":\"l\"}},"
                + "\"integrations\":{\"All\":false,\"Webhooks\":true},\"batch\":["
                + track("\"context\":{\"b\":{\"y\":2},\"c\":3},\"integrations\":{\"All\":true}")
                + ","
                + track("")
                + ","
                + track("\"context\":null,\"integrations\":null")
                + ","
                + track("\"context\":{},\"integrations\":{}")
                + "]}")
        .isSuccess();
    List<StoredMessage> stored = stored();
    assertThat(member(stored.get(0), "context"))
        .isEqualTo("{\"b\":{\"y\":2},\"c\":3,\"a\":1,\"library\":{\"name\":\"l\"}}");
    assertThat(member(stored.get(0), "integrations")).isEqualTo("{\"All\":true,\"Webhooks\":true}");
    for (int i = 1; i < 4; i++) {
      assertThat(member(stored.get(i), "context"))
          .isEqualTo("{\"a\":1,\"b\":{\"x\":1},\"library\":{\"name\":\"l\"}}");
      assertThat(member(stored.get(i), "integrations"))
          .isEqualTo("{\"All\":false,\"Webhooks\":true}");
    }
  }

  @Test
  void otherMembersOfTheBatch_areNotMerged() {
    post("/v1/batch", "{\"userId\":\"x\",\"sequence\":1,\"batch\":[" + track("") + "]}")
        .isSuccess();
    JsonNode message = stored().getFirst().tree();
    assertThat(message.path("userId").asText()).isEqualTo("u");
    assertThat(message.has("sequence")).isFalse();
  }

  @Test
  void message_mayHave64KiBAfterMerging() {
    int room = MessageLimits.CANONICAL_MESSAGE_BYTES - canonical("").length();
    String shared = "x".repeat(room);
    post("/v1/batch", merging(shared)).isSuccess();
    post("/v1/batch", merging(shared + "x")).isError(400, "message_too_large");
    List<StoredMessage> stored = stored();
    assertThat(stored).hasSize(1);
    assertThat(stored.getFirst().json().length()).isEqualTo(MessageLimits.CANONICAL_MESSAGE_BYTES);
    assertThat(stored.getFirst().tree().path("context").path("pad").asText().length())
        .isEqualTo(room);
  }

  @Test
  void batch_mayHave4MiBAfterMerging() {
    int messages = 100;
    int each = MessageLimits.CANONICAL_BATCH_BYTES / messages;
    String shared = "x".repeat(each - canonical("").length());
    String[] items = new String[messages];
    Arrays.fill(items, item(""));
    items[0] = item("y".repeat(MessageLimits.CANONICAL_BATCH_BYTES - messages * each));
    post("/v1/batch", merging(shared, items)).isSuccess();
    items[1] = item("y");
    post("/v1/batch", merging(shared, items)).isError(413, "batch_too_large");
    List<StoredMessage> stored = stored();
    assertThat(stored).hasSize(messages);
    assertThat(stored.stream().mapToInt(message -> message.json().length()).sum())
        .isEqualTo(MessageLimits.CANONICAL_BATCH_BYTES);
  }

  @Test
  void oversizedBatch_leavesItsMessagesNew() {
    String shared = "x".repeat(50_000);
    String[] items = new String[100];
    for (int i = 0; i < items.length; i++) {
      items[i] = track("\"messageId\":\"m" + i + "\"");
    }
    post("/v1/batch", merging(shared, items)).isError(413, "batch_too_large");
    post("/v1/batch", batch(items)).isSuccess();
    assertThat(stored()).hasSize(100);
  }

  private static String item(String pad) {
    return "{\"type\":\"track\",\"userId\":\"u\",\"event\":\"" + pad + "E\"}";
  }

  private static String merging(String shared) {
    return merging(shared, item(""));
  }

  private static String merging(String shared, String... items) {
    return "{\"context\":{\"pad\":\"" + shared + "\"}," + batch(items).substring(1);
  }

  /** How {@link #item} is stored, with an id as long as those that are made. */
  private static String canonical(String shared) {
    return "{\"type\":\"track\",\"userId\":\"u\",\"event\":\"E\",\"context\":{\"pad\":\""
        + shared
        + "\"},\"messageId\":\"api-0123456789012345678901\",\"timestamp\":\""
        + NOW
        + "\",\"receivedAt\":\""
        + NOW
        + "\"}";
  }

  private static String member(StoredMessage message, String name) {
    return message.tree().path(name).toString();
  }
}
