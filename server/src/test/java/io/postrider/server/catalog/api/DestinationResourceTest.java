package io.postrider.server.catalog.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.SharedSecret;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.DestinationHealth.Failure;
import io.postrider.server.catalog.DestinationHealth.Report;
import io.postrider.server.catalog.DestinationHealth.State;
import io.postrider.server.catalog.RecordingLog;
import io.postrider.server.http.admin.ApiTests;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DestinationResourceTest extends ApiTests {

  private static final String HOOKS = "\"webhooks\":[{\"url\":\"https://example.com/hook\"}]";

  private static String body(String settings, String rest) {
    return "{\"name\":\"CRM\",\"settings\":{%s}%s}".formatted(settings, rest);
  }

  private Reply created(String rest) throws Exception {
    Reply created = post("/api/destinations", body(HOOKS, rest));
    assertThat(created.status()).isEqualTo(201);
    return created;
  }

  private Reply refused(String settings, String rest) throws Exception {
    Reply refused = post("/api/destinations", body(settings, rest));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(catalog.current().destinations()).isEmpty();
    return refused;
  }

  private Reply patch(Reply destination, String body) throws Exception {
    return request("PATCH", "/api/destinations/" + destination.text("id"), body);
  }

  private Destination inForce(Reply destination) {
    return catalog
        .current()
        .destination(DestinationId.parse(destination.text("id")).orElseThrow())
        .orElseThrow();
  }

  @Test
  void create_returnsTheDestination() throws Exception {
    String source = create("Shop").text("id");
    Reply created =
        post(
            "/api/destinations",
            """
            {"type":"Webhooks","name":"CRM","enabled":false,"paused":true,"sources":["%s"],
             "settings":{"webhooks":[{"url":"https://a.example/x","headers":{"X-Key":"a b"}},
                                     {"url":"http://b.example:81","headers":null}],
                         "sharedSecret":"s3cret-value","standardWebhooks":true},
             "payload":"full","acceptsHistorical":false,"tracing":true,"maxRate":1000000,
             "maxConcurrency":1000,"filters":[]}
            """
                .formatted(source));
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("Location")).isEqualTo("/api/destinations/" + created.text("id"));
    JsonNode shown = created.body();
    assertThat(shown.toString()).doesNotContain("s3cret");
    assertThat(shown.get("sources").toString()).isEqualTo("[\"%s\"]".formatted(source));
    assertThat(shown.get("settings").toString())
        .isEqualTo(
            "{\"webhooks\":[{\"url\":\"https://a.example/x\",\"headers\":{\"X-Key\":\"a b\"}},"
                + "{\"url\":\"http://b.example:81\",\"headers\":{}}],"
                + "\"sharedSecret\":{\"set\":true},\"standardWebhooks\":true}");
    assertThat(shown.get("enabled").booleanValue()).isFalse();
    assertThat(shown.get("paused").booleanValue()).isTrue();
    assertThat(created.text("payload")).isEqualTo("full");
    assertThat(shown.get("acceptsHistorical").booleanValue()).isFalse();
    assertThat(shown.get("tracing").booleanValue()).isTrue();
    assertThat(shown.get("maxRate").intValue()).isEqualTo(1_000_000);
    assertThat(shown.get("maxConcurrency").intValue()).isEqualTo(1_000);
    assertThat(created.text("state")).isEqualTo("disabled");
    assertThat(created.text("createdAt")).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(get(created.header("Location")).body()).isEqualTo(shown);
    assertThat(inForce(created).settings().secrets())
        .containsExactly(SharedSecret.current("s3cret-value"));
  }

  @Test
  void create_requiresNameAndOneUrl() throws Exception {
    Reply created = created("");
    assertThat(created.body().get("enabled").booleanValue()).isTrue();
    assertThat(created.body().get("paused").booleanValue()).isFalse();
    assertThat(created.body().get("sources")).isEmpty();
    assertThat(created.body().at("/settings/sharedSecret/set").booleanValue()).isFalse();
    assertThat(created.body().get("acceptsHistorical").booleanValue()).isTrue();
    assertThat(created.body().get("tracing").booleanValue()).isFalse();
    assertThat(created.text("payload")).isEqualTo("standard");
    assertThat(created.text("state")).isEqualTo("unconnected");
    assertThat(created.body().has("maxRate")).isFalse();
    assertThat(created.body().has("lastError")).isFalse();
  }

  @Test
  void create_reportsEveryInvalidField() throws Exception {
    Reply refused =
        post(
            "/api/destinations",
            """
            {"name":7,"type":"Kafka","enabled":"yes","paused":1,"sources":["src_x",5],
             "settings":{"webhooks":[{"url":"ftp://x"},{},{"url":5},"x",
                                     {"url":"https://e.example/","hedders":{}}],
                         "sharedSecret":{"set":true},"standardWebhooks":"on","secret":"x"},
             "payload":"half","acceptsHistorical":null,"tracing":1,"maxRate":0,
             "maxConcurrency":1001,"filters":[{}],
             "id":"x","state":"healthy","lastError":null,"createdAt":"x","nam":1}
            """);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields())
        .containsExactlyInAnyOrder(
            "name",
            "type",
            "enabled",
            "paused",
            "sources[0]",
            "sources[1]",
            "settings.webhooks[0].url",
            "settings.webhooks[1].url",
            "settings.webhooks[2].url",
            "settings.webhooks[3]",
            "settings.webhooks[4].hedders",
            "settings.sharedSecret",
            "settings.standardWebhooks",
            "settings.secret",
            "payload",
            "acceptsHistorical",
            "tracing",
            "maxRate",
            "maxConcurrency",
            "filters[0].action",
            "id",
            "state",
            "lastError",
            "createdAt",
            "nam");
    assertThat(refused.body().toString()).contains("did you mean headers?", "did you mean name?");
  }

  @Test
  void create_reportsEveryMissingField() throws Exception {
    assertThat(post("/api/destinations", "{}").wrongFields()).containsExactly("name", "settings");
    assertThat(refused("", "").wrongFields()).containsExactly("settings.webhooks");
    assertThat(post("/api/destinations", "{\"name\":\"n\",\"settings\":[]}").wrongFields())
        .containsExactly("settings");
  }

  @Test
  void webhooks_areOneToFive() throws Exception {
    String five =
        IntStream.range(0, 5)
            .mapToObj("{\"url\":\"https://example.com/%d\"}"::formatted)
            .collect(Collectors.joining(","));
    assertThat(refused("\"webhooks\":[]", "").wrongFields()).containsExactly("settings.webhooks");
    assertThat(
            refused("\"webhooks\":[%s,{\"url\":\"https://x.example\"}]".formatted(five), "")
                .wrongFields())
        .containsExactly("settings.webhooks");
    assertThat(refused("\"webhooks\":{\"url\":\"https://x.example\"}", "").wrongFields())
        .containsExactly("settings.webhooks");
    Reply created = post("/api/destinations", body("\"webhooks\":[%s]".formatted(five), ""));
    assertThat(created.status()).isEqualTo(201);
  }

  @Test
  void webhooks_haveDistinctUrls() throws Exception {
    Reply refused =
        refused(
            "\"webhooks\":[{\"url\":\"https://example.com\"},{\"url\":\"https://b.example\"},"
                + "{\"url\":\"https://EXAMPLE.com:443/\"}]",
            "");
    assertThat(refused.wrongFields()).containsExactly("settings.webhooks[2].url");
    assertThat(refused.body().toString()).contains("the same as settings.webhooks[0].url");
  }

  private static String headers(String headers) {
    return "\"webhooks\":[{\"url\":\"https://example.com/\",\"headers\":{%s}}]".formatted(headers);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "content-length",
        "Content-Type",
        "TRANSFER-ENCODING",
        "Connection",
        "User-Agent",
        "X-Signature",
        "x-signature",
        "Keep-Alive",
        "Proxy-Authorization",
        "Proxy-Connection",
        "TE",
        "Trailer",
        "Upgrade",
        "HTTP2-Settings",
        "Expect",
        "webhook-id",
        "Webhook-Timestamp",
        "WEBHOOK-SIGNATURE",
        "",
        "X Key",
        "X:Key",
        ":path",
        "X-Ü",
        "X\\nY"
      })
  void header_withReservedNameIsRefused(String name) throws Exception {
    Reply refused = refused(headers("\"%s\":\"v\"".formatted(name)), "");
    assertThat(refused.wrongFields()).hasSize(1);
    assertThat(refused.wrongFields().getFirst()).startsWith("settings.webhooks[0].headers.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\" x\"",
        "\"x \"",
        "\"x\\t\"",
        "\"a\\r\\nB: c\"",
        "\"\\u0000\"",
        "\"é\"",
        "\"a\\u007fb\"",
        "null",
        "5",
        "[\"x\"]",
        "{}"
      })
  void header_withInvalidValueIsRefused(String value) throws Exception {
    assertThat(refused(headers("\"X-Key\":" + value), "").wrongFields())
        .containsExactly("settings.webhooks[0].headers.X-Key");
  }

  @Test
  void headers_areStoredInOrder() throws Exception {
    Reply created =
        post(
            "/api/destinations",
            body(headers("\"b\":\"a b\\tc\",\"Authorization\":\"Bearer x\",\"A!#~\":\"~\""), ""));
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.body().at("/settings/webhooks/0/headers").toString())
        .isEqualTo("{\"b\":\"a b\\tc\",\"Authorization\":\"Bearer x\",\"A!#~\":\"~\"}");
  }

  @Test
  void headers_thatDifferOnlyInCaseAreRefused() throws Exception {
    Reply refused = refused(headers("\"X-Key\":\"a\",\"x-kEY\":\"b\""), "");
    assertThat(refused.wrongFields()).containsExactly("settings.webhooks[0].headers.x-kEY");
  }

  @Test
  void headers_areBounded() throws Exception {
    String fifty =
        IntStream.range(0, 50)
            .mapToObj("\"h%d\":\"x\""::formatted)
            .collect(Collectors.joining(","));
    assertThat(post("/api/destinations", body(headers(fifty), "")).status()).isEqualTo(201);
    String longest = "\"h\":\"%s\"".formatted("x".repeat(StaticHeaders.MAX_BYTES - 1));
    assertThat(post("/api/destinations", body(headers(longest), "")).status()).isEqualTo(201);
    assertThat(post("/api/destinations", body(headers(fifty + ",\"i\":\"x\""), "")).wrongFields())
        .containsExactly("settings.webhooks[0].headers");
    assertThat(
            post("/api/destinations", body(headers(longest.replace("x\"", "xx\"")), ""))
                .wrongFields())
        .containsExactly("settings.webhooks[0].headers");
  }

  @Test
  void secret_isBounded() throws Exception {
    String secret = HOOKS + ",\"sharedSecret\":\"%s\"";
    assertThat(refused(secret.formatted("x".repeat(501)), "").wrongFields())
        .containsExactly("settings.sharedSecret");
    for (String wrong : List.of("line\\n", "\\u0000", "\\ud800")) {
      assertThat(refused(secret.formatted(wrong), "").wrongFields())
          .containsExactly("settings.sharedSecret");
    }
    assertThat(post("/api/destinations", body(secret.formatted("é".repeat(500)), "")).status())
        .isEqualTo(201);
  }

  @Test
  void emptySecret_isRefusedAndChangesNothing() throws Exception {
    assertThat(refused(HOOKS + ",\"sharedSecret\":\"\"", "").body().toString())
        .contains("must not be empty; null removes the secret");
    Reply created = post("/api/destinations", body(HOOKS + ",\"sharedSecret\":\"first\"", ""));
    Reply refused = patch(created, "{\"settings\":{\"sharedSecret\":\"\"}}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly("settings.sharedSecret");
    assertThat(inForce(created).settings().secrets())
        .containsExactly(SharedSecret.current("first"));
    assertThat(patch(created, "{\"settings\":{\"sharedSecret\":null}}").status()).isEqualTo(200);
    assertThat(inForce(created).settings().secrets()).isEmpty();
  }

  @Test
  void standardWebhooks_requireASecret() throws Exception {
    assertThat(refused(HOOKS + ",\"standardWebhooks\":true", "").wrongFields())
        .containsExactly("settings.standardWebhooks");
    Reply created =
        post(
            "/api/destinations",
            body(HOOKS + ",\"standardWebhooks\":true,\"sharedSecret\":\"x\"", ""));
    assertThat(created.status()).isEqualTo(201);
    assertThat(patch(created, "{\"settings\":{\"sharedSecret\":null}}").wrongFields())
        .containsExactly("settings.standardWebhooks");
    Reply plain =
        patch(created, "{\"settings\":{\"sharedSecret\":null,\"standardWebhooks\":false}}");
    assertThat(plain.body().at("/settings/sharedSecret/set").booleanValue()).isFalse();
  }

  @Test
  void tracing_excludesAStaticTraceparent() throws Exception {
    String hooks =
        "\"webhooks\":[{\"url\":\"https://a.example\",\"headers\":{\"TraceParent\":\"x\"}}]";
    assertThat(refused(hooks, ",\"tracing\":true").wrongFields()).containsExactly("tracing");
    Reply created = post("/api/destinations", body(hooks, ""));
    assertThat(created.status()).isEqualTo(201);
    assertThat(patch(created, "{\"tracing\":true}").wrongFields()).containsExactly("tracing");
    Reply changed = patch(created, "{\"tracing\":true,\"settings\":{" + HOOKS + "}}");
    assertThat(changed.body().get("tracing").booleanValue()).isTrue();
    assertThat(patch(changed, "{\"settings\":{" + hooks + "}}").wrongFields())
        .containsExactly("tracing");
  }

  @ParameterizedTest
  @CsvSource({"maxRate,0", "maxRate,1000001", "maxConcurrency,0", "maxConcurrency,1001"})
  void limits_areBounded(String field, String value) throws Exception {
    assertThat(refused(HOOKS, ",\"%s\":%s".formatted(field, value)).wrongFields())
        .containsExactly(field);
  }

  @Test
  void sources_mustExistAndBeDistinct() throws Exception {
    String source = create("Shop").text("id");
    Reply unknown = refused(HOOKS, ",\"sources\":[\"%s\",\"src_0000000000000\"]".formatted(source));
    assertThat(unknown.wrongFields()).containsExactly("sources[1]");
    assertThat(unknown.body().toString())
        .contains("refers to src_0000000000000, which does not exist");
    assertThat(refused(HOOKS, ",\"sources\":[\"%1$s\",\"%1$s\"]".formatted(source)).wrongFields())
        .containsExactly("sources[1]");
    Reply created = created("");
    assertThat(patch(created, "{\"sources\":[\"src_0000000000000\"]}").wrongFields())
        .containsExactly("sources[0]");
  }

  @Test
  void change_mergesFieldsAndSettings() throws Exception {
    Reply created =
        post(
            "/api/destinations",
            body(HOOKS + ",\"sharedSecret\":\"keep-me\"", ",\"maxRate\":5,\"maxConcurrency\":6"));
    Reply changed =
        patch(
            created,
            "{\"name\":\"new\",\"settings\":{\"webhooks\":[{\"url\":\"http://b.example/\"}]}}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.text("name")).isEqualTo("new");
    assertThat(changed.body().at("/settings/webhooks/0/url").asText())
        .isEqualTo("http://b.example/");
    DestinationSettings settings = inForce(created).settings();
    assertThat(settings.secrets()).containsExactly(SharedSecret.current("keep-me"));
    assertThat(settings.maxRate()).isEqualTo(5);
    Reply unlimited = patch(created, "{\"maxRate\":null,\"settings\":{\"sharedSecret\":null}}");
    assertThat(unlimited.body().has("maxRate")).isFalse();
    assertThat(inForce(created).settings().maxConcurrency()).isEqualTo(6);
    assertThat(inForce(created).settings().secrets()).isEmpty();
    assertThat(patch(created, "{\"settings\":null}").wrongFields()).containsExactly("settings");
    assertThat(patch(created, "{\"filters\":null,\"type\":\"Webhooks\"}").status()).isEqualTo(200);
  }

  @Test
  void delete_removesAtOnce() throws Exception {
    Reply created = created("");
    String path = created.header("Location");
    assertThat(request("DELETE", path, null).status()).isEqualTo(204);
    assertThat(catalog.current().destinations()).isEmpty();
    assertThat(get(path).status()).isEqualTo(404);
    assertThat(request("DELETE", path, null).status()).isEqualTo(404);
    assertThat(request("PATCH", path, "{}").status()).isEqualTo(404);
    assertThat(request("POST", path + "/secrets", null).status()).isEqualTo(404);
    assertThat(get("/api/destinations/nonsense").status()).isEqualTo(404);
  }

  @Test
  void list_followsPages() throws Exception {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(created("").text("id"));
    }
    Reply first = get("/api/destinations?limit=3");
    assertThat(first.body().get("data").findValuesAsText("id")).isEqualTo(ids.subList(0, 3));
    Reply second = get("/api/destinations?limit=3&cursor=" + first.text("next"));
    assertThat(second.body().get("data").findValuesAsText("id")).isEqualTo(ids.subList(3, 5));
    assertThat(second.body().get("next").isNull()).isTrue();
    assertThat(get("/api/destinations?limit=0").wrongFields()).containsExactly("limit");
  }

  @Test
  void rotation_keepsThePreviousSecretForTheGracePeriod() throws Exception {
    Reply created = post("/api/destinations", body(HOOKS + ",\"sharedSecret\":\"first\"", ""));
    String path = created.header("Location");
    Reply rotated = post(path + "/secrets", "{\"sharedSecret\":\"second\"}");
    assertThat(rotated.status()).isEqualTo(201);
    assertThat(rotated.body().toString())
        .isEqualTo("{\"previousExpiresAt\":\"2026-03-02T12:00:00.123Z\"}");
    assertThat(inForce(created).settings().secrets())
        .containsExactly(
            SharedSecret.current("second"), new SharedSecret("first", now.plus(GRACE)));
    assertThat(get(path).body().at("/settings/sharedSecret/previousExpiresAt").asText())
        .isEqualTo("2026-03-02T12:00:00.123Z");
    assertThat(post(path + "/secrets", "{}").status()).isEqualTo(409);

    now = now.plus(GRACE);
    assertThat(get(path).body().at("/settings/sharedSecret").toString())
        .isEqualTo("{\"set\":true}");
    Reply made = request("POST", path + "/secrets", null);
    assertThat(made.text("sharedSecret")).startsWith("whsec_").hasSize(6 + 44);
    assertThat(inForce(created).settings().secrets())
        .containsExactly(
            SharedSecret.current(made.text("sharedSecret")),
            new SharedSecret("second", now.plus(GRACE)));
    assertThat(patch(created, "{\"settings\":{\"sharedSecret\":\"now\"}}").status()).isEqualTo(200);
    assertThat(inForce(created).settings().secrets()).containsExactly(SharedSecret.current("now"));
  }

  @Test
  void rotation_createsAFirstSecret() throws Exception {
    Reply created = created("");
    Reply made = post(created.header("Location") + "/secrets", "{}");
    assertThat(made.body().has("previousExpiresAt")).isFalse();
    assertThat(get(created.header("Location")).body().toString())
        .contains("\"set\":true")
        .doesNotContain(made.text("sharedSecret"));
    assertThat(
            post(created.header("Location") + "/secrets", "{\"sharedSecret\":\"\"}").wrongFields())
        .containsExactly("sharedSecret");
    assertThat(post(created.header("Location") + "/secrets", "{\"secret\":\"x\"}").wrongFields())
        .containsExactly("secret");
  }

  @Test
  void health_isShown() throws Exception {
    Reply created = created("");
    delivery.health =
        destination ->
            new Report(
                State.FAILING,
                now.minusSeconds(60),
                now.minusSeconds(120),
                new Failure("http_status", 500, "The receiver answered 500.", "https://x", now));
    Reply shown = get(created.header("Location"));
    assertThat(shown.text("state")).isEqualTo("failing");
    assertThat(shown.text("failingSince")).isEqualTo("2026-03-01T11:59:00.123Z");
    assertThat(shown.text("lastDeliveredAt")).isEqualTo("2026-03-01T11:58:00.123Z");
    assertThat(shown.body().get("lastError").toString())
        .isEqualTo(
            "{\"reason\":\"http_status\",\"status\":500,\"message\":\"The receiver answered"
                + " 500.\",\"url\":\"https://x\",\"at\":\"2026-03-01T12:00:00.123Z\"}");
    delivery.health = DestinationHealth.Report::bySettings;
    assertThat(patch(created, "{\"paused\":true}").text("state")).isEqualTo("paused");
  }

  @Test
  void secret_isNeverLogged() throws Exception {
    try (RecordingLog lines = RecordingLog.open()) {
      Reply created =
          post("/api/destinations", body(HOOKS + ",\"sharedSecret\":\"s3cret-value\"", ""));
      post(created.header("Location") + "/secrets", "{\"sharedSecret\":\"s3cret-other\"");
      access.breakDown("bug");
      assertThat(get("/api/destinations").status()).isEqualTo(500);
      assertThat(lines.lines()).isNotEmpty().noneMatch(line -> line.contains("s3cret"));
    }
  }

  @Test
  void databaseOutage_isAnsweredWithRetryAfter() throws Exception {
    Reply created = created("");
    access.goAway();
    assertThat(get("/api/destinations").status()).isEqualTo(503);
    assertThat(patch(created, "{}").header("Retry-After")).isEqualTo("1");
  }
}
