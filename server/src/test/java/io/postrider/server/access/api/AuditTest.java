package io.postrider.server.access.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.Replays;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AuditTest extends AccessTests {

  private static final String DESTINATION =
      """
      {"name":"Shop","settings":{"webhooks":[{"url":"https://example.com/",
        "headers":{"X-Key":"header-value"}}],"sharedSecret":"the-first-secret"}}
      """;

  private List<String> actions(String query) throws Exception {
    List<String> actions = new ArrayList<>();
    get("/api/audit" + query)
        .body()
        .path("data")
        .forEach(entry -> actions.add(entry.path("action").asText()));
    return actions;
  }

  @Test
  void change_isAuditedWithAuthorAndTime() throws Exception {
    String editor = handOut("editor");
    String path = as(editor, "POST", "/api/destinations", DESTINATION).header("Location");
    now = now.plusSeconds(5);
    as(editor, "PATCH", path, "{\"paused\":true,\"maxRate\":10}");
    JsonNode entry = get("/api/audit?limit=1").body().at("/data/0");
    assertThat(entry.path("id").asText()).isEqualTo("aud_3");
    assertThat(entry.path("at").asText()).isEqualTo("2026-03-01T12:00:05.123Z");
    assertThat(entry.at("/actor/name").asText()).isEqualTo("A editor");
    assertThat(entry.at("/actor/id").asText()).startsWith("tok_");
    assertThat(entry.path("action").asText()).isEqualTo("destination.changed");
    assertThat(entry.at("/resource/type").asText()).isEqualTo("destination");
    assertThat("/api/destinations/" + entry.at("/resource/id").asText()).isEqualTo(path);
    assertThat(entry.at("/resource/name").asText()).isEqualTo("Shop");
    assertThat(entry.path("changes").toString())
        .isEqualTo(
            "[{\"field\":\"paused\",\"from\":false,\"to\":true},"
                + "{\"field\":\"maxRate\",\"to\":10}]");
  }

  @Test
  void filter_isAuditedAsOneField() throws Exception {
    String path = post("/api/destinations", DESTINATION).header("Location");
    request("PATCH", path, "{\"filters\":[{\"action\":\"drop\",\"when\":{\"type\":[\"page\"]}}]}");
    JsonNode changes = get("/api/audit?limit=1").body().at("/data/0/changes");
    assertThat(changes).hasSize(1);
    assertThat(changes.at("/0/field").asText()).isEqualTo("filters[0]");
    assertThat(changes.at("/0/to/action").asText()).isEqualTo("drop");
  }

  @Test
  void everyKindOfChange_isAudited() throws Exception {
    Reply source = create("web");
    String sourcePath = source.header("Location");
    request("PATCH", sourcePath, "{\"enabled\":false}");
    post(sourcePath + "/write-keys", "{}");
    request("DELETE", sourcePath + "/write-keys/" + source.text("writeKey"), null);
    request("PUT", sourcePath + "/schema/Signed%20Up", "{\"allowed\":false}");
    String destination = post("/api/destinations", DESTINATION).header("Location");
    post(destination + "/secrets", "{\"sharedSecret\":\"the-second-secret\"}");
    post(destination + "/replays", "{\"messageId\":\"m\"}");
    String token = post("/api/tokens", "{\"name\":\"n\",\"role\":\"viewer\"}").header("Location");
    request("DELETE", token, null);
    request("PATCH", "/api/workspace", "{\"name\":\"W\"}");
    request("DELETE", destination, null);
    request("DELETE", sourcePath, null);
    assertThat(actions("?limit=200"))
        .containsExactly(
            "source.deleted",
            "destination.deleted",
            "workspace.changed",
            "token.revoked",
            "token.created",
            "replay.refused",
            "replay.ordered",
            "destination.changed",
            "destination.created",
            "source.changed",
            "source.changed",
            "source.changed",
            "source.changed",
            "source.created");
  }

  @Test
  void requestsThatChangeNothing_areNotAudited() throws Exception {
    String path = create("web").header("Location");
    request("PATCH", path, "{\"name\":\"web\"}");
    request("PATCH", path, "{\"name\":\"\"}");
    post("/api/sources", "{}");
    as(handOut("viewer"), "DELETE", path, null);
    request("PATCH", "/api/workspace", "{}");
    get(path);
    assertThat(actions("")).containsExactly("token.created", "source.created");
  }

  @Test
  void replay_isAuditedBeforeItStarts() throws Exception {
    Reply created = post("/api/destinations", DESTINATION);
    String path = created.header("Location");
    ReplayStatus replay =
        new ReplayStatus(1, ReplayStatus.State.RUNNING, now, false, null, 0, 0, 0, 0, 0, null);
    delivery.start = new Replays.Started(replay);
    delivery.replays.add(replay);
    post(path + "/replays", "{\"from\":\"2026-03-01T11:00:00Z\",\"to\":\"2026-03-01T12:00:00Z\"}");
    request("DELETE", path + "/replays/rpl_1", null);
    request("DELETE", path + "/replays/rpl_2", null);
    assertThat(actions("?resource=" + created.text("id")))
        .containsExactly("replay.cancelled", "replay.ordered", "destination.created");
    assertThat(get("/api/audit?limit=2").body().at("/data/1/changes").toString())
        .isEqualTo(
            "[{\"field\":\"from\",\"to\":\"2026-03-01T11:00:00.000Z\"},"
                + "{\"field\":\"to\",\"to\":\"2026-03-01T12:00:00.000Z\"}]");
  }

  @Test
  void replayThatCannotBeSaved_isAuditedAsRefused() throws Exception {
    Reply created = post("/api/destinations", DESTINATION);
    delivery.isUnavailable = true;
    Reply answer = post(created.header("Location") + "/replays", "{\"messageId\":\"m\"}");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(actions("?resource=" + created.text("id")))
        .containsExactly("replay.refused", "replay.ordered", "destination.created");
  }

  @Test
  void trail_isPagedAndFilteredByResource() throws Exception {
    String id = create("one").text("id");
    for (int i = 0; i < 4; i++) {
      create("other " + i);
      request("PATCH", "/api/sources/" + id, "{\"name\":\"one %d\"}".formatted(i));
    }
    List<String> met = new ArrayList<>();
    String cursor = "";
    while (true) {
      Reply page = get("/api/audit?limit=2&resource=" + id + cursor);
      page.body().path("data").forEach(entry -> met.add(entry.at("/resource/name").asText()));
      if (page.body().path("next").isNull()) {
        break;
      }
      cursor = "&cursor=" + page.text("next");
    }
    assertThat(met).containsExactly("one 3", "one 2", "one 1", "one 0", "one");
    assertThat(get("/api/audit?resource=" + "x".repeat(101)).wrongFields())
        .containsExactly("resource");
    assertThat(get("/api/audit?limit=201&since=1").wrongFields()).containsExactly("limit", "since");
  }

  @Test
  void secrets_areNotInTheTrail() throws Exception {
    String token = handOut("admin");
    Reply source = create("web");
    String rotated = post(source.header("Location") + "/write-keys", "{}").text("writeKey");
    String path = post("/api/destinations", DESTINATION).header("Location");
    String made = request("POST", path + "/secrets", null).text("sharedSecret");
    request(
        "PATCH",
        "/api/workspace",
        "{\"notifications\":{\"url\":\"https://ops.example/\",\"sharedSecret\":\"ops-secret\"}}");
    request("DELETE", path, null);
    String trail = get("/api/audit?limit=200").body().toString();
    assertThat(trail)
        .contains("\"***\"", "X-Key")
        .doesNotContain(
            token,
            TOKEN,
            source.text("writeKey"),
            rotated,
            made,
            "the-first-secret",
            "header-value",
            "ops-secret");
  }
}
