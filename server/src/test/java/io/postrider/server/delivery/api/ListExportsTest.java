package io.postrider.server.delivery.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.Redaction;
import io.postrider.server.delivery.api.DeliveryHistory.Failed;
import io.postrider.server.delivery.api.MessageLookup.DeliveryView;
import io.postrider.server.delivery.api.MessageLookup.MessageView;
import io.postrider.server.delivery.api.MessageLookup.State;
import io.postrider.server.http.admin.ApiTests;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Search and export of failed deliveries and of messages. */
final class ListExportsTest extends ApiTests {

  private String failed = "";
  private String id = "";

  @BeforeEach
  void addLists() throws Exception {
    Reply created =
        post(
            "/api/destinations",
            "{\"name\":\"n\",\"settings\":{\"webhooks\":[{\"url\":\"https://example.com/\"}]}}");
    id = created.text("id");
    failed = created.header("Location") + "/deliveries?status=failed";
    delivery.failed =
        List.of(
            new Failed(
                0,
                17,
                "=Order-1",
                "track",
                now,
                now,
                "http_status",
                410,
                "The receiver answered 410.",
                null,
                true),
            new Failed(
                0, 9, null, null, null, null, "expired", null, "Deleted, unsent.", null, false));
    delivery.messages =
        List.of(
            message("m1", "{\"event\":\"Order Completed\",\"properties\":{\"sku\":\"Hat\"}}"),
            message("m2", "{\"name\":\"Home\"}"));
  }

  private MessageView message(String messageId, String json) {
    DeliveryView delivered = DeliveryView.of(new DestinationId(1), State.DELIVERED, null);
    return new MessageView(
        messageId,
        new SourceId(1),
        "track",
        "ada",
        null,
        now,
        0,
        17,
        json,
        true,
        List.of(delivered));
  }

  private static String text(Reply reply) {
    assertThat(reply.status()).isEqualTo(200);
    return new String(reply.http().body(), UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "ORDER,17",
    "track,17",
    "410,17",
    "answered,17",
    "http_st,17",
    "expired,9",
    "unsent,9",
    "e,17 9",
    "nothing,''"
  })
  void failed_areSearched(String search, String offsets) throws Exception {
    Reply found = get(failed + "&search=" + search);
    assertThat(String.join(" ", found.body().get("data").findValuesAsText("offset")))
        .isEqualTo(offsets);
  }

  @Test
  void failed_areExported() throws Exception {
    Reply csv = get(failed + "&format=csv");
    assertThat(csv.header("Content-Type")).isEqualTo("text/csv");
    assertThat(csv.header("Content-Disposition")).contains("\"failed-" + id + ".csv\"");
    assertThat(text(csv))
        .isEqualTo(
            "messageId,type,acceptedAt,failedAt,reason,status,message,partition,offset,"
                + "replayable\r\n"
                + "'=Order-1,track,2026-03-01T12:00:00.123Z,2026-03-01T12:00:00.123Z,"
                + "http_status,410,The receiver answered 410.,0,17,true\r\n"
                + ",,,,expired,,\"Deleted, unsent.\",0,9,false\r\n");
    assertThat(delivery.asked)
        .as("to the last page")
        .containsExactly(id + " null 1000", id + " 0-3 1000");
    assertThat(text(get(failed + "&format=ndjson&search=410")))
        .startsWith("{\"partition\":0,\"offset\":17,\"messageId\":\"=Order-1\"")
        .endsWith("}\n")
        .hasLineCount(1);
  }

  @Test
  void messages_areSearched() throws Exception {
    assertThat(
            get("/api/messages?userId=ada&search=hat")
                .body()
                .get("data")
                .findValuesAsText("messageId"))
        .containsExactly("m1");
    assertThat(
            get("/api/messages?messageId=m&search=M2")
                .body()
                .get("data")
                .findValuesAsText("messageId"))
        .containsExactly("m2");
  }

  @Test
  void messages_areExported() throws Exception {
    Reply csv = get("/api/messages?userId=ada&format=csv");
    assertThat(csv.header("Content-Disposition")).contains("\"messages.csv\"");
    assertThat(text(csv))
        .startsWith(
            "messageId,sourceId,type,event,userId,anonymousId,acceptedAt,destinations,message\r\n"
                + "m1,src_0000000000001,track,Order Completed,ada,,2026-03-01T12:00:00.123Z,"
                + "dst_0000000000001 delivered,\"{\"\"event\"\":")
        .contains("\r\nm2,src_0000000000001,track,Home,ada,");
    assertThat(delivery.asked).containsExactly("ada null 1000", "ada 0-17 1000");
    assertThat(text(get("/api/messages?messageId=m1&format=ndjson"))).hasLineCount(2);
  }

  @Test
  void hiddenFields_areNeitherFoundNorExported() throws Exception {
    redaction = Redaction.of(List.of("messageId", "properties.sku", "userId"));
    assertThat(get(failed + "&search=order").body().get("data")).isEmpty();
    assertThat(text(get(failed + "&format=csv"))).doesNotContain("Order-1").contains("***,track");
    assertThat(get("/api/messages?userId=ada&search=hat").body().get("data")).isEmpty();
    assertThat(text(get("/api/messages?userId=ada&format=csv"))).doesNotContain("Hat", "ada", "m1");
  }

  @ParameterizedTest
  @CsvSource({"search=,search", "format=xml,format"})
  void wrongParameters_areRefused(String query, String field) throws Exception {
    assertThat(get(failed + "&" + query).wrongFields()).containsExactly(field);
    assertThat(get("/api/messages?userId=ada&" + query).wrongFields()).containsExactly(field);
  }

  @Test
  void longestSearch_isAccepted() throws Exception {
    assertThat(get(failed + "&search=" + "s".repeat(1_000)).status()).isEqualTo(200);
    assertThat(get(failed + "&search=" + "s".repeat(1_001)).wrongFields())
        .containsExactly("search");
  }
}
