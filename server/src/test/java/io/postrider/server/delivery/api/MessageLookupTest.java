package io.postrider.server.delivery.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.message.Redaction;
import io.postrider.server.delivery.stats.BodySample;
import io.postrider.server.http.admin.ApiTests;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.RawCursors;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Finding messages, and hiding fields from some callers. */
final class MessageLookupTest extends ApiTests {

  private static final String MESSAGE =
      "{\"userId\":\"ada\",\"traits\":{\"email\":\"a@b.c\",\"plan\":\"pro\"},\"messageId\":\"m1\"}";

  @BeforeEach
  void addMessage() {
    delivery.messages =
        List.of(
            new MessageLookup.MessageView(
                "m1",
                new SourceId(1),
                "identify",
                "ada",
                "visitor-7",
                now,
                0,
                17,
                MESSAGE,
                true,
                List.of()));
  }

  @Test
  void messagesOfAUser_arePaged() throws Exception {
    PageCursor<String> cursors = RawCursors.of("messages", "ada l");
    Reply page = get("/api/messages?userId=ada%20l&limit=100&cursor=" + cursors.text("0-99"));
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text("next")).isEqualTo(cursors.text("0-17"));
    assertThat(page.text("searchedTo")).isEqualTo("2026-03-01T11:00:00.000Z");
    assertThat(page.body().at("/data/0/message/traits/email").asText()).isEqualTo("a@b.c");
    get("/api/messages?userId=ada");
    assertThat(delivery.asked).containsExactly("ada l 0-99 100", "ada null 50");
    for (String wrong : List.of(cursors.text("unknown"), cursors.text("%2F"), "0-17")) {
      assertThat(get("/api/messages?userId=ada%20l&cursor=" + wrong).wrongFields())
          .containsExactly("cursor");
    }
    assertThat(get("/api/messages?userId=ada&cursor=" + page.text("next")).wrongFields())
        .containsExactly("cursor");
  }

  @Test
  void messagesOfAnId_areOnePage() throws Exception {
    Reply page = get("/api/messages?messageId=m%2F1");
    assertThat(page.body().get("data")).hasSize(1);
    assertThat(page.body().get("next").isNull()).isTrue();
    assertThat(delivery.asked).containsExactly("m/1");
    delivery.messages = List.of();
    assertThat(get("/api/messages?messageId=m2").body().toString())
        .isEqualTo("{\"data\":[],\"next\":null}");
  }

  @ParameterizedTest
  @CsvSource({
    "'',userId",
    "userId=a&messageId=b,userId",
    "userId=,userId",
    "messageId=,messageId",
    "userId=a&limit=0,limit",
    "userId=a&limit=101,limit",
    "userId=a&cursor=%2F,cursor",
    "user=a,user"
  })
  void lookup_refusesWrongParameters(String query, String field) throws Exception {
    Reply refused = get("/api/messages?" + query);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly(field);
    assertThat(delivery.asked).isEmpty();
  }

  @Test
  void longestIds_areAccepted() throws Exception {
    assertThat(get("/api/messages?userId=" + "u".repeat(1_000)).status()).isEqualTo(200);
    assertThat(get("/api/messages?userId=" + "u".repeat(1_001)).status()).isEqualTo(422);
    assertThat(get("/api/messages?messageId=" + "m".repeat(100)).status()).isEqualTo(200);
    assertThat(get("/api/messages?messageId=" + "m".repeat(101)).status()).isEqualTo(422);
  }

  @Test
  void hiddenFields_areMaskedInMessages() throws Exception {
    redaction = Redaction.of(List.of("traits.email", "userId"));
    for (String path : List.of("/api/messages/m1", "/api/messages?userId=ada")) {
      Reply found = get(path);
      assertThat(found.body().toString()).doesNotContain("a@b.c", "\"ada\"");
      assertThat(found.body().at("/data/0/userId").asText()).isEqualTo("***");
      assertThat(found.body().at("/data/0/anonymousId").asText()).isEqualTo("visitor-7");
      assertThat(found.body().at("/data/0/message/traits").toString())
          .isEqualTo("{\"email\":\"***\",\"plan\":\"pro\"}");
    }
    redaction = Redaction.of(List.of("*.messageId", "anonymousId"));
    Reply found = get("/api/messages?messageId=m1");
    assertThat(found.body().toString()).doesNotContain("m1", "visitor-7").contains("a@b.c");
  }

  @Test
  void hiddenFields_areMaskedInTruncatedSamples() throws Exception {
    String path =
        post(
                "/api/destinations",
                "{\"name\":\"n\",\"settings\":{\"webhooks\":[{\"url\":\"https://example.com/\"}]}}")
            .header("Location");
    delivery.attempts =
        List.of(
            attempt(MESSAGE, MESSAGE),
            attempt(MESSAGE.substring(0, 35), "thanks, a@b.c-free words"));
    redaction = Redaction.of(List.of("*.email"));
    Reply attempts = get(path + "/deliveries");
    String masked = MESSAGE.replace("a@b.c", "***");
    assertThat(attempts.body().at("/data/0/request/body").asText()).isEqualTo(masked);
    assertThat(attempts.body().at("/data/0/answer/body").asText()).isEqualTo(masked);
    assertThat(attempts.body().at("/data/1/request/body").asText())
        .isEqualTo("{\"userId\":\"ada\",\"traits\":{\"email\":***");
    assertThat(attempts.body().at("/data/1/answer/body").asText()).startsWith("thanks");
    redaction = Redaction.NONE;
    assertThat(get(path + "/deliveries").body().at("/data/0/request/body").asText())
        .isEqualTo(MESSAGE);
  }

  private DeliveryHistory.Attempt attempt(String request, String answer) {
    return new DeliveryHistory.Attempt(
        now,
        "m1",
        "identify",
        1,
        "https://example.com/",
        DeliveryHistory.Ending.DELIVERED,
        200,
        null,
        null,
        Duration.ofMillis(7),
        new BodySample(null, Map.of(), request, false),
        new BodySample(200, Map.of(), answer, false));
  }
}
