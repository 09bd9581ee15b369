package io.postrider.server.catalog.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.route.EventRules;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.server.http.admin.ApiTests;
import io.postrider.server.http.admin.RawCursors;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemaResourceTest extends ApiTests {

  private static final String BLOCK = "{\"allowed\":false}";

  private Source inForce(Reply source) {
    return catalog.current().source(SourceId.parse(source.text("id")).orElseThrow()).orElseThrow();
  }

  private static String path(Reply source, String event) {
    return source.header("Location")
        + "/schema/"
        + URLEncoder.encode(event, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Order Completed", "a/b", "a+b", "100% ü 🚀", "a?b#c", "%2F", "x:y", ";;", "\"\\"})
  void event_isBlockedByItsExactName(String event) throws Exception {
    Reply source = create("shop");
    Reply blocked = request("PUT", path(source, event), BLOCK);
    assertThat(blocked.status()).isEqualTo(200);
    assertThat(blocked.text("event")).isEqualTo(event);
    assertThat(inForce(source).events().blocked()).containsExactly(event);
    assertThat(get(source.header("Location") + "/schema").body().at("/data/0/event").asText())
        .isEqualTo(event);
    request("PUT", path(source, event), "{\"allowed\":true}");
    assertThat(inForce(source).events().blocked()).isEmpty();
  }

  @Test
  void schema_listsBlockedEventsByName() throws Exception {
    Reply source = create("shop");
    String schema = source.header("Location") + "/schema";
    assertThat(get(schema).body().toString()).isEqualTo("{\"data\":[],\"next\":null}");
    request("PUT", path(source, "b"), BLOCK);
    request("PUT", path(source, "a"), BLOCK);
    request("PUT", path(source, "a"), BLOCK);
    assertThat(get(schema).body().toString())
        .isEqualTo(
            "{\"data\":[{\"event\":\"a\",\"allowed\":false,\"count\":0,\"filtered\":0},"
                + "{\"event\":\"b\",\"allowed\":false,\"count\":0,\"filtered\":0}],"
                + "\"next\":null}");
    assertThat(get(schema + "?limit=x").status()).isEqualTo(422);
  }

  @Test
  void schema_listsSeenEventsByName() throws Exception {
    Reply source = create("shop");
    String schema = source.header("Location") + "/schema";
    Instant first = Instant.parse("2026-01-02T03:04:05.006Z");
    seen.see("Order Completed", 7, 2, first, now);
    seen.see("Ärger", 1, 0, now, now);
    request("PUT", path(source, "Order Completed"), BLOCK);
    request("PUT", path(source, "Planned"), "{\"allowed\":true}");
    assertThat(get(schema).body().get("data").toString())
        .isEqualTo(
            "[{\"event\":\"Order Completed\",\"allowed\":false,\"count\":7,\"filtered\":2,"
                + "\"firstSeenAt\":\"2026-01-02T03:04:05.006Z\","
                + "\"lastSeenAt\":\"2026-03-01T12:00:00.123Z\"},"
                + "{\"event\":\"Planned\",\"allowed\":true,\"count\":0,\"filtered\":0},"
                + "{\"event\":\"Ärger\",\"allowed\":true,\"count\":1,\"filtered\":0,"
                + "\"firstSeenAt\":\"2026-03-01T12:00:00.123Z\","
                + "\"lastSeenAt\":\"2026-03-01T12:00:00.123Z\"}]");
    assertThat(get(schema).body().has("others")).isFalse();
    seen.seeOthers(99, now);
    assertThat(get(schema).body().at("/others/count").asInt()).isEqualTo(99);
  }

  @Test
  void schema_isSearchedAndPaged() throws Exception {
    Reply source = create("shop");
    String schema = source.header("Location") + "/schema";
    List<String> names = List.of("a", "b\0", "b\ud800", "c", "Product ÄLTER", "z🚀");
    names.forEach(name -> seen.see(name, 1, 0, now, now));
    List<String> met = new ArrayList<>();
    String next = "";
    do {
      Reply page = get(schema + "?limit=2" + next);
      assertThat(page.body().get("data")).hasSizeLessThanOrEqualTo(2);
      page.body().get("data").forEach(entry -> met.add(entry.get("event").asText()));
      next = page.body().get("next").isNull() ? "" : "&cursor=" + page.text("next");
    } while (!next.isEmpty());
    assertThat(met).isSorted().containsExactlyInAnyOrderElementsOf(names);
    assertThat(get(schema + "?search=%C3%A4lt").body().at("/data/0/event").asText())
        .isEqualTo("Product ÄLTER");
    assertThat(get(schema + "?search=zz").body().get("data")).isEmpty();
    String marked = RawCursors.of("schema", source.text("id")).text("AA");
    assertThat(get(schema + "?cursor=" + marked).wrongFields()).containsExactly("cursor");
    String ofAnother = get(create("other").header("Location") + "/schema?limit=1").text("next");
    assertThat(get(schema + "?cursor=" + ofAnother).wrongFields()).containsExactly("cursor");
  }

  @Test
  void newEvents_areBlockedExceptSeenAndAllowedOnes() throws Exception {
    Reply source = create("shop");
    String path = source.header("Location");
    assertThat(source.text("newEvents")).isEqualTo("allow");
    seen.see("Seen", 1, 0, now, now);
    seen.see("Bad", 1, 0, now, now);
    request("PUT", path(source, "Bad"), BLOCK);
    request("PUT", path(source, "Planned"), "{\"allowed\":true}");
    assertThat(request("PATCH", path, "{\"newEvents\":\"block\"}").text("newEvents"))
        .isEqualTo("block");
    EventRules rules = inForce(source).events();
    assertThat(rules.allow("Seen")).isTrue();
    assertThat(rules.allow("Planned")).isTrue();
    assertThat(rules.allow("Bad")).isFalse();
    assertThat(rules.allow("New")).isFalse();
    seen.see("New", 1, 1, now, now);
    assertThat(get(path + "/schema?search=new").body().at("/data/0/allowed").asBoolean()).isFalse();
    request("PATCH", path, "{\"newEvents\":\"block\",\"name\":\"other\"}");
    assertThat(inForce(source).events().allow("New")).isFalse();
    request("PUT", path(source, "New"), "{\"allowed\":true}");
    assertThat(inForce(source).events().allow("New")).isTrue();
    request("PATCH", path, "{\"newEvents\":\"allow\"}");
    assertThat(inForce(source).events().allow("Unheard")).isTrue();
    assertThat(inForce(source).events().allow("Bad")).isFalse();
  }

  @Test
  void newEvents_canBeBlockedFromTheStart() throws Exception {
    Reply source =
        post("/api/sources", "{\"name\":\"n\",\"type\":\"web\",\"newEvents\":\"block\"}");
    assertThat(source.text("newEvents")).isEqualTo("block");
    assertThat(inForce(source).events().allow("any")).isFalse();
    assertThat(
            post("/api/sources", "{\"name\":\"n\",\"type\":\"web\",\"newEvents\":\"no\"}")
                .wrongFields())
        .containsExactly("newEvents");
  }

  @Test
  void newEvents_cannotBeBlockedWhileSeenEventsAreUnavailable() throws Exception {
    Reply source = create("shop");
    seen.fallBehind();
    String path = source.header("Location");
    assertThat(request("PATCH", path, "{\"newEvents\":\"block\"}").status()).isEqualTo(503);
    assertThat(inForce(source).events()).isEqualTo(EventRules.NONE);
  }

  @Test
  void allowedEvents_areBounded() throws Exception {
    Reply source = create("shop");
    Set<String> most = new HashSet<>();
    for (int i = 0; i < SourceForm.MAX_ALLOWED_EVENTS; i++) {
      most.add("event " + i);
    }
    store.change(
        inForce(source).id(),
        found -> found.withEvents(new EventRules(NewEventPolicy.ALLOW, Set.of(), most)));
    String allow = "{\"allowed\":true}";
    assertThat(request("PUT", path(source, "one more"), allow).status()).isEqualTo(409);
    assertThat(request("PUT", path(source, "event 7"), allow).status()).isEqualTo(200);
    seen.see("one more", 1, 0, now, now);
    Reply refused = request("PATCH", source.header("Location"), "{\"newEvents\":\"block\"}");
    assertThat(refused.status()).isEqualTo(409);
  }

  @Test
  void blockedEvents_surviveOtherChanges() throws Exception {
    Reply source = create("shop");
    request("PUT", path(source, "a"), BLOCK);
    request("PATCH", source.header("Location"), "{\"name\":\"other\"}");
    post(source.header("Location") + "/write-keys", "{}");
    assertThat(inForce(source).events().blocked()).containsExactly("a");
  }

  @Test
  void blockedEvents_areBounded() throws Exception {
    Reply source = create("shop");
    Set<String> most = new HashSet<>();
    for (int i = 0; i < SourceForm.MAX_BLOCKED_EVENTS; i++) {
      most.add("event " + i);
    }
    store.change(
        inForce(source).id(),
        found -> found.withEvents(new EventRules(NewEventPolicy.ALLOW, most, Set.of())));
    assertThat(request("PUT", path(source, "one more"), BLOCK).status()).isEqualTo(409);
    assertThat(request("PUT", path(source, "event 7"), BLOCK).status()).isEqualTo(200);
    assertThat(request("PUT", path(source, "x".repeat(1_000)), BLOCK).status()).isEqualTo(409);
    assertThat(request("PUT", path(source, "x".repeat(1_001)), BLOCK).wrongFields())
        .containsExactly("event");
  }

  @Test
  void invalidChange_isReported() throws Exception {
    Reply source = create("shop");
    assertThat(request("PUT", path(source, "a"), "{}").wrongFields()).containsExactly("allowed");
    assertThat(request("PUT", path(source, "a"), "{\"allowed\":1,\"x\":1}").wrongFields())
        .containsExactly("allowed", "x");
    assertThat(request("PUT", "/api/sources/src_0000000000000/schema/a", BLOCK).status())
        .isEqualTo(404);
    assertThat(get("/api/sources/nonsense/schema").status()).isEqualTo(404);
  }

  @Test
  void redactedEvents_areNotListedForViewers() throws Exception {
    String source = create("web").header("Location");
    request("PUT", source + "/schema/Secret", "{\"allowed\":false}");
    String viewer = post("/api/tokens", "{\"name\":\"n\",\"role\":\"viewer\"}").text("token");
    Map<String, String> headers = Map.of("Authorization", "Bearer " + viewer);
    assertThat(request("GET", source + "/schema", null, headers).body().get("data")).hasSize(1);
    request("PATCH", "/api/workspace", "{\"redactedFields\":[\"event\"]}");
    assertThat(request("GET", source + "/schema", null, headers).body().get("data")).isEmpty();
    assertThat(get(source + "/schema").body().get("data")).hasSize(1);
  }
}
