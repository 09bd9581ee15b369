package io.postrider.server.access.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.delivery.api.DeliveryHistory;
import io.postrider.server.delivery.api.DeliveryStatistics;
import io.postrider.server.delivery.stats.BodySample;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every method of every path, called by every role. */
final class RolesTest extends AccessTests {

  private static final String DESTINATION =
      "{\"name\":\"n\",\"settings\":{\"webhooks\":[{\"url\":\"https://example.com/\"}]}}";

  private static final Set<HttpMethod> BODILESS = Set.of(HttpMethod.GET, HttpMethod.DELETE);

  /** The documented rule, independent of the resources. */
  private static AccessRole needed(HttpMethod method, String path) {
    if (path.startsWith("/tokens")
        || (path.equals("/profile-rebuild") && method.equals(HttpMethod.POST))
        || (path.equals("/workspace") && method.equals(HttpMethod.PATCH))) {
      return AccessRole.ADMIN;
    }
    return method.equals(HttpMethod.GET) && !path.equals("/audit")
        ? AccessRole.VIEWER
        : AccessRole.EDITOR;
  }

  private static String filled(String path) {
    return "/api"
        + path.replaceFirst("/sources/:id", "/sources/src_0000000000000")
            .replaceFirst("/destinations/:id", "/destinations/dst_0000000000000")
            .replaceFirst("/tokens/:id", "/tokens/tok_0000000000000")
            .replaceAll(":[a-zA-Z]+", "x");
  }

  @ParameterizedTest
  @EnumSource(AccessRole.class)
  void method_requiresItsRole(AccessRole role) throws Exception {
    String token = handOut(role.wireName());
    List<String> called = new ArrayList<>();
    for (Resource resource : api.resources()) {
      if (resource.path().equals("/session")) {
        continue;
      }
      for (HttpMethod method : resource.endpoints().keySet()) {
        String body = BODILESS.contains(method) ? null : "{}";
        Reply reply = as(token, method.name(), filled(resource.path()), body);
        String what = method + " " + resource.path();
        called.add(what);
        if (role.covers(needed(method, resource.path()))) {
          assertThat(reply.status()).as(what).isNotIn(401, 403, 405, 500);
        } else {
          assertThat(reply.status()).as(what).isEqualTo(403);
          assertThat(reply.text("type")).isEqualTo("urn:postrider:problem:forbidden");
        }
      }
    }
    assertThat(called).hasSizeGreaterThan(20);
  }

  @Test
  void refusedCall_changesNothing() throws Exception {
    String viewer = handOut("viewer");
    Reply created = create("mine");
    assertThat(as(viewer, "POST", "/api/sources", SOURCE).status()).isEqualTo(403);
    assertThat(as(viewer, "DELETE", created.header("Location"), null).status()).isEqualTo(403);
    assertThat(as(viewer, "PATCH", created.header("Location"), "{\"name\":\"x\"}").status())
        .isEqualTo(403);
    assertThat(get("/api/sources").body().at("/data")).hasSize(1);
    assertThat(get(created.header("Location")).text("name")).isEqualTo("mine");
  }

  @Test
  void head_needsNoMoreThanGet() throws Exception {
    assertThat(as(handOut("viewer"), "HEAD", "/api/sources", null).status()).isEqualTo(200);
    assertThat(as(handOut("viewer"), "HEAD", "/api/audit", null).status()).isEqualTo(403);
  }

  @Test
  void refusal_namesTheRequiredRole() throws Exception {
    assertThat(as(handOut("editor"), "GET", "/api/tokens", null).text("detail"))
        .isEqualTo("This requires the role admin; yours is editor.");
  }

  @Test
  void viewer_seesMaskedWriteKeys() throws Exception {
    Reply created = create("web");
    String path = created.header("Location");
    String old = created.text("writeKey");
    String key = post(path + "/write-keys", "{}").text("writeKey");
    String viewer = handOut("viewer");

    for (String seen :
        new String[] {
          as(viewer, "GET", path, null).body().toString(),
          as(viewer, "GET", "/api/sources", null).body().toString()
        }) {
      assertThat(seen)
          .contains(key.substring(0, 7) + "…", old.substring(0, 7) + "…")
          .doesNotContain(key, old, key.substring(0, 8));
    }
    assertThat(as(handOut("editor"), "GET", path, null).text("writeKey")).isEqualTo(key);
  }

  @Test
  void viewer_seesNoValuesOfSentHeaders() throws Exception {
    String path = post("/api/destinations", DESTINATION).header("Location");
    delivery.attempts =
        List.of(
            new DeliveryHistory.Attempt(
                now,
                "m1",
                "track",
                1,
                "https://example.com/",
                DeliveryHistory.Ending.DELIVERED,
                200,
                null,
                null,
                Duration.ofMillis(7),
                new BodySample(null, Map.of("X-Team", "blue"), "{}", false),
                null));
    String headers = "/data/0/request/headers/X-Team";
    assertThat(get(path + "/deliveries").body().at(headers).asText()).isEqualTo("blue");
    assertThat(as(handOut("viewer"), "GET", path + "/deliveries", null).body().at(headers).asText())
        .isEqualTo("***");
  }

  @Test
  void viewer_seesNoSecretsOfUrls() throws Exception {
    String url = "https://example.com/hook?sekret";
    String path = post("/api/destinations", DESTINATION).header("Location");
    delivery.health =
        destination ->
            new DestinationHealth.Report(
                DestinationHealth.State.FAILING,
                now,
                null,
                new DestinationHealth.Failure("tls", null, "Not trusted: " + url, url, now));
    delivery.snapshot =
        new DeliveryStatistics.Snapshot(
            new DeliveryStatistics.Pending(0, null),
            List.of(
                new DeliveryStatistics.Url(
                    url,
                    DestinationHealth.State.FAILING,
                    DeliveryStatistics.Breaker.OPEN,
                    now,
                    1,
                    0)));
    String viewer = handOut("viewer");
    for (String seen : List.of(path, "/api/destinations", path + "/metrics")) {
      assertThat(get(seen).body().toString()).as(seen).contains("sekret");
      assertThat(as(viewer, "GET", seen, null).body().toString())
          .as(seen)
          .contains("/hook?***")
          .doesNotContain("sekret");
    }
  }

  @Test
  void viewer_seesOnlyNamesOfStaticHeaders() throws Exception {
    Reply created =
        post(
            "/api/destinations",
            """
            {"name":"n","settings":{"webhooks":[
              {"url":"https://example.com/","headers":{"Authorization":"Bearer of-tests"}}]}}
            """);
    String header = "/settings/webhooks/0/headers/Authorization";
    String path = created.header("Location");
    assertThat(as(handOut("viewer"), "GET", path, null).body().at(header).asText())
        .isEqualTo("***");
    assertThat(as(handOut("editor"), "GET", path, null).body().at(header).asText())
        .isEqualTo("Bearer of-tests");
  }
}
