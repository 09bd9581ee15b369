package io.postrider.server.catalog.api;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.route.Source;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.catalog.KeyRotation;
import io.postrider.server.http.admin.ApiDocument;
import io.postrider.server.http.admin.ApiTests;
import io.postrider.server.http.admin.RawCursors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SourceResourceTest extends ApiTests {

  private Source stored(Reply reply) {
    return store.find(SourceId.parse(reply.text("id")).orElseThrow()).orElseThrow();
  }

  @Test
  void create_returnsTheSource() throws Exception {
    Reply created =
        post(
            "/api/sources",
            "{\"name\":\"Shop\",\"type\":\"web\",\"enabled\":false,\"rateLimit\":500}");
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("Location")).isEqualTo("/api/sources/" + created.text("id"));
    assertThat(created.text("name")).isEqualTo("Shop");
    assertThat(created.text("type")).isEqualTo("web");
    assertThat(created.body().get("enabled").booleanValue()).isFalse();
    assertThat(created.body().get("rateLimit").intValue()).isEqualTo(500);
    assertThat(created.text("createdAt")).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(get(created.header("Location")).body()).isEqualTo(created.body());
  }

  @Test
  void create_requiresNameAndType() throws Exception {
    Reply created = create("Shop");
    assertThat(created.body().get("enabled").booleanValue()).isTrue();
    assertThat(created.body().has("rateLimit")).isFalse();
    assertThat(created.body().has("previousWriteKeys")).isFalse();
  }

  @Test
  void create_isAppliedBeforeTheResponse() throws Exception {
    Reply created = create("Shop");
    Source source = requireNonNull(catalog.current().sourceOf(created.text("writeKey"), now));
    assertThat(source.id().toString()).isEqualTo(created.text("id"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Grüße 🚀", "\\ud83d\\ude80", "\\\"<\\\\"})
  void name_roundTrips(String escaped) throws Exception {
    Reply created = post("/api/sources", "{\"type\":\"web\",\"name\":\"%s\"}".formatted(escaped));
    assertThat(created.status()).isEqualTo(201);
    String expected =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .readValue("\"" + escaped + "\"", String.class);
    assertThat(created.text("name")).isEqualTo(expected);
    assertThat(get(created.header("Location")).text("name")).isEqualTo(expected);
  }

  @Test
  void name_isBoundedInCharacters() throws Exception {
    assertThat(create("🚀".repeat(200)).status()).isEqualTo(201);
    Reply tooLong =
        post("/api/sources", "{\"type\":\"web\",\"name\":\"%s\"}".formatted("🚀".repeat(201)));
    assertThat(tooLong.status()).isEqualTo(422);
    assertThat(tooLong.wrongFields()).containsExactly("name");
  }

  @Test
  void create_reportsEveryInvalidField() throws Exception {
    Reply refused =
        post(
            "/api/sources",
            "{\"name\":7,\"type\":\"desktop\",\"enabled\":\"yes\",\"rateLimt\":5,\"id\":\"x\"}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(refused.wrongFields())
        .containsExactlyInAnyOrder("name", "type", "enabled", "rateLimt", "id");
    assertThat(refused.body().toString()).contains("did you mean rateLimit?");
    assertThat(catalogStore.load().sources()).isEmpty();
  }

  @Test
  void create_reportsEveryMissingField() throws Exception {
    assertThat(post("/api/sources", "{}").wrongFields()).containsExactly("name", "type");
    assertThat(post("/api/sources", "[]").status()).isEqualTo(422);
    assertThat(post("/api/sources", "null").status()).isEqualTo(422);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1000001", "1.5", "\"5\"", "1e400", "true", "[]"})
  void rateLimit_isBounded(String value) throws Exception {
    String body = "{\"name\":\"n\",\"type\":\"web\",\"rateLimit\":%s}".formatted(value);
    assertThat(post("/api/sources", body).wrongFields()).containsExactly("rateLimit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1000000", "1e3", "5.0", "null"})
  void rateLimit_isAnIntegerOrNull(String value) throws Exception {
    String body = "{\"name\":\"n\",\"type\":\"web\",\"rateLimit\":%s}".formatted(value);
    assertThat(post("/api/sources", body).status()).isEqualTo(201);
  }

  @Test
  void change_mergesFields() throws Exception {
    Reply created = create("old");
    String path = created.header("Location");

    Reply changed = request("PATCH", path, "{\"name\":\"new\",\"rateLimit\":9}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.text("name")).isEqualTo("new");
    assertThat(changed.text("type")).isEqualTo("server");
    assertThat(changed.text("writeKey")).isEqualTo(created.text("writeKey"));
    assertThat(stored(changed).rateLimit()).isEqualTo(9);

    assertThat(request("PATCH", path, "{\"enabled\":false}").body().get("rateLimit").intValue())
        .isEqualTo(9);
    Reply unlimited = request("PATCH", path, "{\"rateLimit\":null}");
    assertThat(unlimited.body().has("rateLimit")).isFalse();
    Source inForce = requireNonNull(catalog.current().sourceOf(created.text("writeKey"), now));
    assertThat(inForce.enabled()).isFalse();
    assertThat(inForce.name()).isEqualTo("new");
    assertThat(inForce.rateLimit()).isNull();
  }

  @Test
  void change_reportsEveryInvalidField() throws Exception {
    Reply created = create("old");
    Reply refused =
        request(
            "PATCH",
            created.header("Location"),
            "{\"name\":null,\"type\":1,\"enabled\":null,\"rateLimit\":\"x\",\"writeKey\":\"k\"}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields())
        .containsExactly("name", "type", "enabled", "rateLimit", "writeKey");
    assertThat(stored(created).name()).isEqualTo("old");
  }

  @Test
  void change_acceptsMergePatch() throws Exception {
    Reply created = create("old");
    Reply changed =
        request(
            "PATCH",
            created.header("Location"),
            ApiDocument.utf8("{\"name\":\"new\"}"),
            Map.of(
                "Authorization",
                "Bearer " + TOKEN,
                "Content-Type",
                "application/merge-patch+json; charset=utf-8"));
    assertThat(changed.text("name")).isEqualTo("new");
  }

  @Test
  void delete_removesAtOnce() throws Exception {
    Reply created = create("gone");
    String path = created.header("Location");
    assertThat(request("DELETE", path, null).status()).isEqualTo(204);
    assertThat(catalog.current().sourceOf(created.text("writeKey"), now)).isNull();
    assertThat(get(path).status()).isEqualTo(404);
    assertThat(request("DELETE", path, null).status()).isEqualTo(404);
    assertThat(request("PATCH", path, "{}").status()).isEqualTo(404);
    assertThat(request("POST", path + "/write-keys", null).status()).isEqualTo(404);
  }

  @Test
  void rotation_keepsThePreviousKeyForTheGracePeriod() throws Exception {
    Reply created = create("rotating");
    String old = created.text("writeKey");
    Reply rotated = request("POST", created.header("Location") + "/write-keys", null);

    assertThat(rotated.status()).isEqualTo(201);
    assertThat(rotated.text("writeKey")).isNotEqualTo(old);
    assertThat(rotated.body().at("/previousWriteKeys/0/writeKey").asText()).isEqualTo(old);
    assertThat(rotated.body().at("/previousWriteKeys/0/expiresAt").asText())
        .isEqualTo("2026-03-02T12:00:00.123Z");
    assertThat(catalog.current().sourceOf(old, now.plus(GRACE).minusMillis(1))).isNotNull();
    assertThat(catalog.current().sourceOf(old, now.plus(GRACE))).isNull();
    assertThat(catalog.current().sourceOf(rotated.text("writeKey"), now.plus(GRACE))).isNotNull();

    now = now.plus(GRACE);
    assertThat(get(created.header("Location")).body().has("previousWriteKeys")).isFalse();
  }

  @Test
  void revokedKey_stopsWorkingAtOnce() throws Exception {
    Reply created = create("leaked");
    String old = created.text("writeKey");
    String path = created.header("Location") + "/write-keys";
    Reply current = request("DELETE", path + "/" + old, null);
    assertThat(current.status()).isEqualTo(409);
    assertThat(current.text("detail")).contains("rotate it first");
    assertThat(catalog.current().sourceOf(old, now)).isNotNull();

    Reply rotated = post(path, "{}");
    assertThat(request("DELETE", path + "/nonsense", null).status()).isEqualTo(404);
    assertThat(request("DELETE", path + "/" + old, null).status()).isEqualTo(204);
    assertThat(catalog.current().sourceOf(old, now)).isNull();
    assertThat(catalog.current().sourceOf(rotated.text("writeKey"), now)).isNotNull();
    assertThat(get(created.header("Location")).body().has("previousWriteKeys")).isFalse();
    assertThat(request("DELETE", path + "/" + old, null).status()).isEqualTo(404);
  }

  @Test
  void rotation_isBounded() throws Exception {
    String path = create("rotating").header("Location") + "/write-keys";
    for (int i = 1; i < KeyRotation.MAX_KEYS; i++) {
      assertThat(post(path, "{}").status()).isEqualTo(201);
    }
    assertThat(post(path, "{}").status()).isEqualTo(409);
    now = now.plus(GRACE);
    assertThat(post(path, "{}").status()).isEqualTo(201);
  }

  @Test
  void list_followsPagesWhileSourcesAreCreated() throws Exception {
    Set<String> before = new HashSet<>();
    for (int i = 0; i < 7; i++) {
      before.add(create("n" + i).text("id"));
    }
    List<String> met = new ArrayList<>();
    String path = "/api/sources?limit=2";
    for (int page = 0; page < 10; page++) {
      Reply reply = get(path);
      met.addAll(reply.body().get("data").findValuesAsText("id"));
      if (reply.body().get("next").isNull()) {
        break;
      }
      if (page < 3) {
        create("new");
      }
      path = "/api/sources?limit=2&cursor=" + reply.text("next");
    }
    assertThat(met).doesNotHaveDuplicates().containsAll(before);
  }

  @Test
  void list_isInitiallyEmpty() throws Exception {
    Reply empty = get("/api/sources");
    assertThat(empty.body().toString()).isEqualTo("{\"data\":[],\"next\":null}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=0",
        "limit=201",
        "limit=x",
        "limit=",
        "limit=1&limit=2",
        "cursor=",
        "cursor=x",
        "cursor=p_",
        "limt=5",
        "cursor=pzzzzzzzzzzzzz"
      })
  void list_refusesInvalidParameters(String query) throws Exception {
    Reply refused = get("/api/sources?" + query);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly(query.replaceFirst("=.*", ""));
    String marked = query.replace("cursor=", "cursor=" + RawCursors.of("sources").text(""));
    assertThat(get("/api/sources?" + marked).status()).isEqualTo(422);
  }

  @Test
  void firstSource_isCreatedOnce() {
    KeyGenerator keys = new KeyGenerator(new java.security.SecureRandom());
    Source first = CatalogFeature.createFirstSource(store, keys, now).orElseThrow();
    assertThat(store.find(first.id())).contains(first);
    assertThat(first.name()).contains("created at the first start");
    assertThat(CatalogFeature.createFirstSource(store, keys, now)).isEmpty();
    store.delete(first.id(), () -> log.get().end());
    assertThat(CatalogFeature.createFirstSource(store, keys, now)).isEmpty();
  }
}
