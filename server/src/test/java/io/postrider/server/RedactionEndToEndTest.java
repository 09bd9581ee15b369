package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestReceiver;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What viewers see of redacted fields, of what is computed from them, and of URLs. */
final class RedactionEndToEndTest {

  private static final String MAIL = "sekret-mail@example.com";
  private static final String PRICE = "4242.42";
  private static final String QUERY = "sekret-query";
  private static final String LITERAL = "sekret-literal";

  @TempDir Path folder;
  private TestReceiver receiver;
  private RunningServer server;
  private String viewer;
  private String destination;

  @BeforeEach
  void start() {
    receiver = TestReceiver.open();
    server =
        RunningServer.start(
            folder,
            Map.of("delivery.allow-networks", "127.0.0.0/8", "delivery.retry-first-delay", "1ms"));
    viewer =
        server.api("POST", "/api/tokens", "{'name':'n','role':'viewer'}").path("token").asText();
    server.api(
        "PATCH",
        "/api/workspace",
        "{'redactedFields':['*.email','properties.price'],"
            + "'notifications':{'url':'https://example.com/alerts?key=%s'}}".formatted(QUERY));
    String source = server.api("/api/sources").at("/data/0/id").asText();
    destination =
        server
            .api(
                "POST",
                "/api/destinations",
                ("{'name':'n','sources':['%s'],'settings':{'webhooks':[{'url':'%s?key=%s'}]},"
                        + "'filters':[{'action':'drop','when':{'any':["
                        + "{'field':'traits.email','op':'one_of','value':['%s','x']},"
                        + "{'field':'properties.sku','op':'equals','value':'seen'}]}}]}")
                    .formatted(source, receiver.url("/hook"), QUERY, LITERAL))
            .path("id")
            .asText();
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private String create(String kind, String name, String definition) {
    String id =
        server
            .api(
                "POST",
                "/api/" + kind,
                "{'name':'%s','destinations':['%s'],'definition':%s}"
                    .formatted(name, destination, definition))
            .path("id")
            .asText();
    String path = "/api/" + kind + "/" + id;
    await()
        .until(
            () ->
                server.api(path).path("status").asText().equals("live")
                    && server.api(path).path("size").asLong() == 1);
    return path;
  }

  private HttpResponse<String> seen(String path) {
    return server.send(
        HttpRequest.newBuilder(server.uri(path)).header("Authorization", "Bearer " + viewer));
  }

  private JsonNode view(String path) {
    return TestNode.parse(seen(path).body());
  }

  @Test
  void viewers_seeNothingThatRevealsARedactedValue() {
    server.track(
        "/v1/identify", "{\"userId\":\"ada\",\"traits\":{\"email\":\"%s\"}}".formatted(MAIL));
    server.track(
        "/v1/track",
        "{\"userId\":\"ada\",\"event\":\"Bought\",\"properties\":{\"price\":%s,\"sku\":\"x1\"}}"
            .formatted(PRICE));
    String top =
        create("computed-traits", "Top", "{'kind':'max','event':'Bought','property':'price'}");
    String rich =
        create("audiences", "Rich", "{'trait':'top','op':'at_least','value':%s}".formatted(PRICE));
    String mailed =
        create(
            "audiences", "Mailed", "{'trait':'email','op':'equals','value':'%s'}".formatted(MAIL));
    String inRich = create("audiences", "In Rich", "{'audience':'rich'}");
    String skus =
        create("computed-traits", "Skus", "{'kind':'last','event':'Bought','property':'sku'}");
    String history = "/api/destinations/" + destination;
    await()
        .until(
            () -> {
              String sent = receiver.received().stream().map(Received::text).toList().toString();
              return Stream.of("top", "rich", "mailed", "in_rich", "skus")
                  .allMatch(key -> sent.contains("\"" + key + "\""));
            });

    for (String path :
        List.of(
            "/api/workspace",
            "/api/overview",
            "/api/notifications",
            "/api/destinations",
            history,
            history + "/deliveries?limit=200",
            history + "/deliveries?status=failed",
            history + "/metrics",
            "/api/messages?userId=ada&limit=100",
            "/api/audiences",
            "/api/computed-traits",
            top,
            rich,
            mailed,
            inRich,
            top + "/members",
            rich + "/members",
            mailed + "/members",
            inRich + "/members",
            rich + "/sizes",
            "/api/profiles",
            "/api/profiles/ada",
            "/api/profiles/ada/events",
            "/api/profiles/ada/transitions")) {
      HttpResponse<String> answer = seen(path);
      assertThat(answer.statusCode()).as(path).isEqualTo(200);
      assertThat(answer.body())
          .as(path)
          .doesNotContain(MAIL)
          .doesNotContain(PRICE)
          .doesNotContain(QUERY)
          .doesNotContain(LITERAL);
    }
    for (String path : List.of("/api/audit", top + "/sync", "/api/audiences/preview")) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(server.uri(path)).header("Authorization", "Bearer " + viewer);
      if (!path.equals("/api/audit")) {
        request.POST(HttpRequest.BodyPublishers.ofString("{}"));
      }
      assertThat(server.send(request).statusCode()).as(path).isEqualTo(403);
    }

    assertThat(view(top + "/members").at("/data/0").toString())
        .startsWith("{\"userId\":\"ada\",\"value\":\"***\"");
    for (String audience : List.of(rich, mailed, inRich)) {
      assertThat(view(audience + "/members").at("/data/0/userId").asText()).isEqualTo("***");
    }
    assertThat(view(skus + "/members").at("/data/0").toString())
        .startsWith("{\"userId\":\"ada\",\"value\":\"x1\"");
    assertThat(view(mailed).path("definition").toString())
        .isEqualTo("{\"trait\":\"email\",\"op\":\"equals\",\"value\":\"***\"}");
    JsonNode profile = view("/api/profiles/ada");
    assertThat(profile.path("audiences").toString()).isEqualTo("[]");
    assertThat(profile.path("computedTraits").toString())
        .isEqualTo("{\"skus\":\"x1\",\"top\":\"***\"}");
    assertThat(view("/api/profiles/ada/transitions").path("data").toString()).isEqualTo("[]");
    assertThat(view(history).at("/filters/0/when").toString())
        .isEqualTo(
            "{\"any\":[{\"field\":\"traits.email\",\"op\":\"one_of\",\"value\":\"***\"},"
                + "{\"field\":\"properties.sku\",\"op\":\"equals\",\"value\":\"seen\"}]}");
    assertThat(view(history).at("/settings/webhooks/0/url").asText()).endsWith("/hook?***");
    assertThat(view("/api/workspace").at("/notifications/url").asText())
        .isEqualTo("https://example.com/alerts?***");

    assertThat(server.api("/api/profiles/ada").toString()).contains(MAIL, PRICE, "mailed");
    assertThat(server.api(history).toString()).contains(QUERY, LITERAL);
  }
}
