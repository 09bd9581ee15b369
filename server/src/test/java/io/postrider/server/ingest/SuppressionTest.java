package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.StoredMessage;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages of suppressed users are answered 200 and counted, but not stored. */
class SuppressionTest extends TrackingTests {

  private void regulate(String type, String users) {
    HttpResponse<String> answer =
        server.admin(
            "POST",
            "/api/regulations",
            "{\"regulationType\":\"%s\",\"subjectType\":\"USER_ID\",\"subjectIds\":%s}"
                .formatted(type, users));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
  }

  private static String track(String user, String event) {
    return "{\"type\":\"track\",\"userId\":\"%s\",\"event\":\"%s\"}".formatted(user, event);
  }

  private double suppressed() {
    return server
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("postrider_suppressed_messages_total"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  @Test
  void suppressedUser_isAnswered200AndNotStored() {
    regulate("SUPPRESS_ONLY", "[\"ada\"]");
    Reply reply = post("/v1/track", track("ada", "gone"));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text()).isEqualTo("{\"success\":true}");
    assertThat(post("/v1/track", track("bob", "stored")).status()).isEqualTo(200);
    assertThat(suppressed()).isEqualTo(1);
    assertThat(stored()).extracting(message -> message.text("event")).containsExactly("stored");
  }

  @Test
  void suppressedItems_doNotAffectOthersOfABatch() {
    regulate("SUPPRESS_ONLY", "[\"ada\"]");
    Reply reply =
        post(
            "/v1/batch",
            batch(
                track("ada", "1"),
                track("bob", "2"),
                "{\"type\":\"track\",\"userId\":\"ada\"}",
                track("ada", "3"),
                track("eve", "4"),
                track("ada", "5")));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text()).contains("\"index\":2", "event_not_defined");
    assertThat(suppressed()).isEqualTo(3);
    assertThat(stored()).extracting(message -> message.text("event")).containsExactly("2", "4");
  }

  @Test
  void wholeBatchSuppressed_isASuccess() {
    regulate("SUPPRESS_ONLY", "[\"ada\"]");
    Reply reply = post("/v1/batch", batch(track("ada", "1"), track("ada", "2")));
    assertThat(reply.text()).isEqualTo("{\"success\":true}");
    assertThat(stored()).isEmpty();
  }

  @Test
  void suppressedMessage_isNoDuplicateOfALaterOne() {
    String message = "{\"userId\":\"ada\",\"event\":\"E\",\"messageId\":\"same\"}";
    regulate("SUPPRESS_ONLY", "[\"ada\"]");
    post("/v1/track", message);
    regulate("UNSUPPRESS", "[\"ada\"]");
    post("/v1/track", message);
    assertThat(stored()).hasSize(1);
  }

  @Test
  void alias_isSuppressedByEitherId() {
    regulate("SUPPRESS_ONLY", "[\"ada\"]");
    post("/v1/alias", "{\"userId\":\"ada\",\"previousId\":\"x\"}");
    post("/v1/alias", "{\"userId\":\"x\",\"previousId\":\"ada\"}");
    post("/v1/alias", "{\"userId\":\"x\",\"previousId\":\"y\"}");
    assertThat(stored()).extracting(message -> message.text("previousId")).containsExactly("y");
  }

  @Test
  void suppressionOfOneSource_doesNotAffectOthers() throws IOException {
    String other = source("server");
    String first =
        new ObjectMapper()
            .readTree(server.admin("GET", "/api/sources", null).body())
            .at("/data/0/id")
            .asText();
    HttpResponse<String> answer =
        server.admin(
            "POST",
            "/api/regulations",
            """
            {"regulationType":"SUPPRESS_ONLY","subjectType":"USER_ID","subjectIds":["ada"],\
            "sources":["%s"]}\
            """
                .formatted(first));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    post("/v1/track", track("ada", "first"));
    post(
        "/v1/track",
        track("ada", "other"),
        "Authorization",
        io.postrider.server.RunningServer.basic(other));
    assertThat(stored()).extracting(message -> message.text("event")).containsExactly("other");
  }

  @Test
  void suppression_survivesARestart() {
    regulate("SUPPRESS_ONLY", "[\"ada\"]");
    String key = writeKey;
    restart();
    writeKey = key;
    post("/v1/track", track("ada", "gone"));
    post("/v1/track", track("bob", "stored"));
    List<StoredMessage> stored = stored();
    assertThat(stored).hasSize(1);
  }
}
