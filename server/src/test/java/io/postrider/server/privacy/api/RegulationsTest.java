package io.postrider.server.privacy.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.message.Redaction;
import io.postrider.server.http.admin.ApiTests;
import io.postrider.server.http.admin.RawCursors;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The admin API for regulations and suppressions. */
class RegulationsTest extends ApiTests {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static ObjectNode order(String type, String... users) {
    ObjectNode order =
        JSON.createObjectNode().put("regulationType", type).put("subjectType", "USER_ID");
    ArrayNode ids = order.putArray("subjectIds");
    for (String user : users) {
      ids.add(user);
    }
    return order;
  }

  private Reply make(ObjectNode order) throws Exception {
    // an unpaired surrogate has no UTF-8 form, so it is sent as an escape
    Reply made = post("/api/regulations", order.toString().replace("\ud83d\"", "\\ud83d\""));
    assertThat(made.status()).as(made.body().toString()).isEqualTo(202);
    return made;
  }

  private List<String> suppressed(String query) throws Exception {
    List<String> users = new ArrayList<>();
    String cursor = "";
    do {
      Reply page = get("/api/suppressions?limit=2" + query + cursor);
      assertThat(page.status()).isEqualTo(200);
      page.body().path("data").forEach(one -> users.add(one.path("userId").textValue()));
      JsonNode next = page.body().path("next");
      cursor = next.isNull() ? "" : "&cursor=" + next.asText();
    } while (!cursor.isEmpty());
    return users;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void deletion_isStoredAndShown() throws Exception {
    String source = create("Web").text("id");
    ObjectNode order = order("DELETE_ONLY", "ada", "bob", "ada");
    order.putArray("sources").add(source);
    Reply made = make(order);
    assertThat(made.text("status")).isEqualTo("INITIALIZED");
    assertThat(made.text("createdAt")).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(made.text("logKeptUntil")).isEqualTo("2026-03-08T12:00:00.123Z");
    assertThat(made.body().path("subjects").asInt()).isEqualTo(2);
    assertThat(made.body().at("/sources/0").asText()).isEqualTo(source);
    Reply read = get("/api/regulations/" + made.text("id"));
    assertThat(read.body().path("subjectIds").toString()).isEqualTo("[\"ada\",\"bob\"]");
    assertThat(read.body().path("overview")).isEmpty();
    assertThat(read.body().has("endedAt")).isFalse();
  }

  @Test
  void suppression_appliesWhenAnswered_andCanBeLifted() throws Exception {
    Reply made = make(order("SUPPRESS_ONLY", "ada", "bob"));
    assertThat(made.text("status")).isEqualTo("FINISHED");
    assertThat(made.body().path("suppressed").asInt()).isEqualTo(2);
    assertThat(made.body().has("logKeptUntil")).isFalse();
    assertThat(suppressed("")).containsExactly("ada", "bob");
    Reply lifted = make(order("UNSUPPRESS", "ada", "nobody"));
    assertThat(lifted.body().path("lifted").asInt()).isEqualTo(1);
    assertThat(suppressed("")).containsExactly("bob");
    JsonNode entry = get("/api/suppressions").body().at("/data/0");
    assertThat(entry.path("sourceId").isNull()).isTrue();
    assertThat(entry.path("regulationId").asText()).isEqualTo(made.text("id"));
  }

  @Test
  void userIds_mayHaveAnyCharacters() throws Exception {
    String[] users = {"\u0000", "😀", "é", "e\u0301", " ", "a/b?c#d%", "\ud83d"};
    Reply made = make(order("SUPPRESS_ONLY", users));
    JsonNode read = get("/api/regulations/" + made.text("id")).body().path("subjectIds");
    List<String> shown = new ArrayList<>();
    read.forEach(user -> shown.add(user.textValue()));
    assertThat(shown).containsExactly(users);
    assertThat(suppressed("")).containsExactlyInAnyOrder(users);
    assertThat(suppressed("&search=" + encoded("a/b?"))).containsExactly("a/b?c#d%");
  }

  @Test
  void hiding_isShown() throws Exception {
    Reply made = make(order("DELETE_ONLY", "ada").put("hideNow", true));
    assertThat(made.body().path("hideNow").asBoolean()).isTrue();
    assertThat(make(order("DELETE_ONLY", "ada")).body().path("hideNow").asBoolean()).isFalse();
    assertThat(make(order("SUPPRESS_ONLY", "ada")).body().has("hideNow")).isFalse();
  }

  private static List<String> listed(Reply page) {
    List<String> ids = new ArrayList<>();
    page.body().path("data").forEach(one -> ids.add(one.path("id").asText()));
    return ids;
  }

  @Test
  void regulations_areListedNewestFirst() throws Exception {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.addFirst(make(order("SUPPRESS_ONLY", "u" + i)).text("id"));
    }
    Reply first = get("/api/regulations?limit=2");
    Reply second = get("/api/regulations?limit=2&cursor=" + first.text("next"));
    assertThat(listed(first)).isEqualTo(ids.subList(0, 2));
    assertThat(listed(second)).isEqualTo(ids.subList(2, 3));
    assertThat(second.body().path("next").isNull()).isTrue();
  }

  @Test
  void tooManySubjects_areRejected() throws Exception {
    String[] users = new String[5_000];
    for (int i = 0; i < users.length; i++) {
      users[i] = "0123456789abcdef0123456789abcdef-" + i;
    }
    assertThat(make(order("SUPPRESS_ONLY", users)).body().path("suppressed").asInt())
        .isEqualTo(5_000);
    ObjectNode over = order("SUPPRESS_ONLY", users);
    ((ArrayNode) over.get("subjectIds")).add("one more");
    Reply refused = post("/api/regulations", over.toString());
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly("subjectIds");
  }

  @Test
  void longestSubject_isAccepted() throws Exception {
    assertThat(make(order("SUPPRESS_ONLY", "😀".repeat(500))).status()).isEqualTo(202);
    Reply refused =
        post("/api/regulations", order("SUPPRESS_ONLY", "a", "x".repeat(501)).toString());
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly("subjectIds[1]");
  }

  @Test
  void invalidItems_areReportedUpToALimit() throws Exception {
    Reply refused = post("/api/regulations", order("SUPPRESS_ONLY", new String[300]).toString());
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).hasSize(100).startsWith("subjectIds[0]", "subjectIds[1]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | regulationType,subjectType,subjectIds",
        "{\"regulationType\":\"FORGET\",\"subjectType\":\"USER_ID\",\"subjectIds\":[\"a\"]}"
            + " | regulationType",
        "{\"regulationType\":null,\"subjectType\":\"USER_ID\",\"subjectIds\":[\"a\"]}"
            + " | regulationType",
        "{\"regulationType\":\"DELETE_ONLY\",\"subjectType\":\"GROUP\",\"subjectIds\":[\"a\"]}"
            + " | subjectType",
        "{\"regulationType\":\"DELETE_ONLY\",\"subjectType\":\"USER_ID\",\"subjectIds\":[]}"
            + " | subjectIds",
        "{\"regulationType\":\"DELETE_ONLY\",\"subjectType\":\"USER_ID\",\"subjectIds\":\"a\"}"
            + " | subjectIds",
        "{\"regulationType\":\"DELETE_ONLY\",\"subjectType\":\"USER_ID\",\"subjectIds\":[\"\",7]}"
            + " | subjectIds[0],subjectIds[1]",
        "{\"regulationType\":\"DELETE_ONLY\",\"subjectType\":\"USER_ID\",\"subjectIds\":[\"a\"],"
            + "\"sources\":[]} | sources",
        "{\"regulationType\":\"DELETE_ONLY\",\"subjectType\":\"USER_ID\",\"subjectIds\":[\"a\"],"
            + "\"sources\":[\"src_0000000000000\",3]} | sources[0],sources[1]",
        "{\"regulationType\":\"DELETE_ONLY\",\"subjectType\":\"USER_ID\",\"subjectIds\":[\"a\"],"
            + "\"source\":[]} | source",
        "{\"regulationType\":\"DELETE_ONLY\",\"subjectType\":\"USER_ID\",\"subjectIds\":[\"a\"],"
            + "\"hideNow\":1} | hideNow",
        "{\"regulationType\":\"SUPPRESS_ONLY\",\"subjectType\":\"USER_ID\",\"subjectIds\":[\"a\"],"
            + "\"hideNow\":true} | hideNow",
        "{\"regulationType\":\"DELETE_ONLY\",\"subjectType\":\"USER_ID\",\"subjectIds\":[\"a\"],"
            + "\"status\":\"FINISHED\"} | status",
      })
  void invalidInput_isReportedByField(String body, String fields) throws Exception {
    Reply refused = post("/api/regulations", body);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactlyInAnyOrder(fields.split(","));
  }

  @Test
  void duplicateSource_isReported() throws Exception {
    String source = create("Web").text("id");
    ObjectNode order = order("DELETE_ONLY", "a");
    order.putArray("sources").add(source).add(source);
    assertThat(post("/api/regulations", order.toString()).wrongFields())
        .containsExactly("sources[1]");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/regulations?limit=0, limit",
    "/api/regulations?limit=201, limit",
    "/api/regulations?cursor=x, cursor",
    "/api/suppressions?cursor=*, cursor",
    "/api/suppressions?cursor=abc.def, cursor",
    "/api/suppressions?serach=x, serach"
  })
  void invalidQuery_isReported(String path, String parameter) throws Exception {
    String list = path.replaceAll("/api/|[?].*", "");
    String mark = "cursor=" + RawCursors.of(list).text("");
    for (String asked : List.of(path, path.replace("cursor=", mark))) {
      Reply refused = get(asked);
      assertThat(refused.status()).isEqualTo(422);
      assertThat(refused.wrongFields()).containsExactly(parameter);
    }
  }

  @Test
  void regulations_areAuditedWithoutUserIds() throws Exception {
    String source = create("Web").text("id");
    ObjectNode order = order("SUPPRESS_WITH_DELETE", "ada lovelace", "bob").put("hideNow", true);
    order.putArray("sources").add(source);
    String id = make(order).text("id");
    Reply trail = get("/api/audit?resource=" + id);
    assertThat(trail.body().path("data")).hasSize(1);
    assertThat(trail.body().at("/data/0/action").asText()).isEqualTo("regulation.created");
    assertThat(trail.body().at("/data/0/actor/id").asText()).isEqualTo("root");
    assertThat(trail.body().at("/data/0/changes").toString())
        .contains("SUPPRESS_WITH_DELETE", "\"subjects\",\"to\":2", source, "hideNow")
        .doesNotContain("ada");
    JsonNode made = get("/api/regulations/" + id).body();
    assertThat(made.at("/createdBy/id").asText()).isEqualTo("root");
  }

  @Test
  void callerWithoutUserIds_seesEverythingElse() throws Exception {
    String id = make(order("SUPPRESS_ONLY", "ada lovelace")).text("id");
    redaction = Redaction.of(List.of("userId"));
    Reply read = get("/api/regulations/" + id);
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.body().has("subjectIds")).isFalse();
    assertThat(read.body().path("subjects").asInt()).isEqualTo(1);
    assertThat(get("/api/suppressions").status()).isEqualTo(403);
  }

  @Test
  void unknownRegulation_is404() throws Exception {
    assertThat(get("/api/regulations/reg_0000000000000").status()).isEqualTo(404);
    assertThat(get("/api/regulations/x").status()).isEqualTo(404);
  }

  @Test
  void bodyBeyondTheBound_is413() throws Exception {
    String padding = " ".repeat(4 * 1024 * 1024);
    assertThat(post("/api/regulations", order("DELETE_ONLY", "a") + padding).status())
        .isEqualTo(413);
  }
}
