package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The specification's rules for audiences, word for word, from the tracking API through the admin
 * API to a real receiver.
 */
class AudienceEndToEndTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BOUGHT =
      "{'event':'Order Completed','count':{'op':'at_least','value':1}}";

  @TempDir Path folder;

  private TestReceiver receiver;
  private RunningServer server;
  private String destination;

  @BeforeEach
  void start() throws IOException {
    receiver = TestReceiver.open();
    server = RunningServer.start(folder, Map.of("delivery.allow-networks", "127.0.0.0/8"));
    destination = destination("/hook");
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private String destination(String path) throws IOException {
    return admin(
            "POST",
            "/api/destinations",
            "{'name':'Hook','sources':[],'settings':{'webhooks':[{'url':'%s'}]}}"
                .formatted(receiver.url(path)))
        .path("id")
        .asText();
  }

  private JsonNode admin(String method, String path, String body) throws IOException {
    HttpResponse<String> answer =
        server.admin(method, path, body.isEmpty() ? null : body.replace('\'', '"'));
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    return answer.body().isEmpty() ? JSON.nullNode() : JSON.readTree(answer.body());
  }

  private String create(String kind, String name, String definition) throws IOException {
    JsonNode created =
        admin(
            "POST",
            "/api/" + kind,
            "{'name':'%s','destinations':['%s'],'definition':%s}"
                .formatted(name, destination, definition));
    return "/api/" + kind + "/" + created.path("id").asText();
  }

  private void awaitLive(String path, long size) {
    await()
        .untilAsserted(
            () -> {
              JsonNode now = admin("GET", path, "");
              assertThat(now.path("status").asText()).isEqualTo("live");
              assertThat(now.path("size").asLong()).isEqualTo(size);
            });
  }

  private void track(String user, String event, String properties) {
    String json = "{'userId':'%s','event':'%s','properties':%s}".formatted(user, event, properties);
    assertThat(server.track("/v1/track", json.replace('\'', '"')).statusCode()).isEqualTo(200);
  }

  /** Waits for so many messages in all; each as {@code user traits}. */
  private List<String> told(int many) throws IOException {
    await().until(() -> receiver.received().size() >= many);
    List<String> told = new ArrayList<>();
    for (Received received : receiver.received()) {
      JsonNode message = JSON.readTree(received.body());
      assertThat(message.path("type").asText()).isEqualTo("identify");
      told.add(message.path("userId").asText() + " " + message.path("traits"));
    }
    return told;
  }

  @Test
  void rule1_computedTraitsAndAudiencesAreAUserPropertyInIdentifyMessages_onePerUserAddedOrRemoved()
      throws IOException {
    String audience =
        create(
            "audiences",
            "Keepers",
            "{'all':[%s,{'not':{'event':'Order Returned','count':{'op':'at_least','value':1}}}]}"
                .formatted(BOUGHT));
    String trait =
        create(
            "computed-traits",
            "Money Spent",
            "{'kind':'sum','event':'Order Completed','property':'revenue'}");
    awaitLive(audience, 0);
    awaitLive(trait, 0);
    track("ada", "Order Completed", "{'revenue':19.95}");
    assertThat(told(2))
        .containsExactlyInAnyOrder("ada {\"keepers\":true}", "ada {\"money_spent\":19.95}");
    track("ben", "Product Viewed", "{}");
    track("ada", "Order Returned", "{}");
    assertThat(told(3)).hasSize(3).last().isEqualTo("ada {\"keepers\":false}");

    JsonNode message = JSON.readTree(receiver.received().getLast().body());
    JsonNode personas = message.path("context").path("personas");
    assertThat(personas.path("computation_class").asText()).isEqualTo("audience");
    assertThat("/api/audiences/" + personas.path("computation_id").asText()).isEqualTo(audience);
    assertThat(personas.path("computation_key").asText()).isEqualTo("keepers");
    assertThat(message.path("messageId").asText())
        .startsWith(personas.path("computation_id").asText() + "-");
  }

  @Test
  void rule2_thePropertyIsTheSnakeCaseNameOfTheAudience_andItsValueIsBoolean() throws IOException {
    String audience = create("audiences", "bigSpenders of Köln", BOUGHT);
    awaitLive(audience, 0);
    track("ada", "Order Completed", "{}");
    assertThat(told(1)).containsExactly("ada {\"big_spenders_of_köln\":true}");
    admin(
        "PATCH",
        audience,
        "{'definition':{'event':'Order Completed','count':{'op':'at_least','value':2}}}");
    assertThat(told(2)).last().isEqualTo("ada {\"big_spenders_of_köln\":false}");
  }

  @Test
  void rule3_creationSendsEveryUserInIt_andLaterSyncsOnlyThoseWhoseMembershipChanged()
      throws IOException {
    for (String user : List.of("ada", "ben", "cid")) {
      track(user, "Order Completed", "{}");
    }
    track("dot", "Product Viewed", "{}");
    String audience = create("audiences", "Buyers", BOUGHT);
    awaitLive(audience, 3);
    assertThat(told(3))
        .containsExactlyInAnyOrder(
            "ada {\"buyers\":true}", "ben {\"buyers\":true}", "cid {\"buyers\":true}");
    track("dot", "Order Completed", "{}");
    assertThat(told(4)).hasSize(4).last().isEqualTo("dot {\"buyers\":true}");
    assertThat(server.admin("POST", audience + "/sync", null).statusCode()).isEqualTo(202);
    awaitLive(audience, 4);
    track("eve", "Order Completed", "{}");
    assertThat(told(5)).hasSize(5).last().isEqualTo("eve {\"buyers\":true}");

    // a destination added later gets every current member, and it alone
    String later = destination("/later");
    admin("PATCH", audience, "{'destinations':['%s','%s']}".formatted(destination, later));
    assertThat(told(10)).hasSize(10);
    assertThat(receiver.received().subList(5, 10)).allMatch(one -> one.target().equals("/later"));

    admin("DELETE", audience, "");
    track("fay", "Order Completed", "{}");
    String again = create("audiences", "Again", BOUGHT);
    awaitLive(again, 6);
    assertThat(told(16)).hasSize(16).allMatch(one -> !one.contains("false"));
  }

  @Test
  void preview_countsEventsBeforeThereIsAnyAudience() throws IOException {
    track("ada", "Order Completed", "{}");
    track("ben", "Product Viewed", "{}");
    for (String user : List.of("ada", "ben")) {
      await().until(() -> server.admin("GET", "/api/profiles/" + user, null).statusCode() == 200);
    }
    JsonNode audience =
        admin("POST", "/api/audiences/preview", "{'definition':%s}".formatted(BOUGHT));
    assertThat(audience.path("size").asLong()).isEqualTo(1);
    assertThat(audience.path("ofProfiles").asLong()).isEqualTo(2);
    JsonNode trait =
        admin(
            "POST",
            "/api/computed-traits/preview",
            "{'definition':{'kind':'event_count','event':'Order Completed'}}");
    assertThat(trait.path("size").asLong()).isEqualTo(1);
  }

  @Test
  void figures_areShown() throws IOException {
    track("ada", "Order Completed", "{'revenue':5}");
    track("ben", "Order Completed", "{'revenue':7}");
    String audience = create("audiences", "Buyers", BOUGHT);
    String trait =
        create(
            "computed-traits",
            "Highest",
            "{'kind':'max','event':'Order Completed','property':'revenue'}");
    awaitLive(audience, 2);
    awaitLive(trait, 2);
    JsonNode members = admin("GET", audience + "/members?limit=1", "");
    assertThat(members.path("data").path(0).path("userId").asText()).isEqualTo("ada");
    JsonNode next =
        admin("GET", audience + "/members?limit=1&cursor=" + members.path("next").asText(), "");
    assertThat(next.path("data").path(0).path("userId").asText()).isEqualTo("ben");
    assertThat(next.path("next").isNull()).isTrue();
    assertThat(admin("GET", trait + "/members", "").path("data").path(1).path("value").asInt())
        .isEqualTo(7);
    await()
        .untilAsserted(
            () ->
                assertThat(admin("GET", audience + "/sizes", "").at("/data/0/size").asLong())
                    .isEqualTo(2));
    JsonNode preview =
        admin(
            "POST",
            "/api/audiences/preview",
            "{'definition':{'all':[{'audience':'buyers'},{'trait':'highest','op':'at_least',"
                + "'value':6}]}}");
    assertThat(preview.path("size").asLong()).isEqualTo(1);
    assertThat(preview.path("ofProfiles").asLong()).isEqualTo(2);
    assertThat(preview.path("exact").asBoolean()).isTrue();
    assertThat(preview.path("sample").toString()).contains("ben").doesNotContain("ada");
    JsonNode profile = admin("GET", "/api/profiles/ben", "");
    assertThat(profile.path("computedTraits").toString()).isEqualTo("{\"highest\":7}");
    assertThat(profile.at("/audiences/0/key").asText()).isEqualTo("buyers");
    JsonNode transitions = admin("GET", "/api/profiles/ben/transitions", "");
    assertThat(transitions.at("/data/0/audience/key").asText()).isEqualTo("buyers");
    assertThat(transitions.at("/data/0/entered").asBoolean()).isTrue();
  }

  @Test
  void messages_areFoundAndReplayedByTheirId() throws IOException {
    String audience = create("audiences", "Buyers", BOUGHT);
    awaitLive(audience, 0);
    track("ada", "Order Completed", "{}");
    told(1);
    String id = JSON.readTree(receiver.received().getFirst().body()).path("messageId").asText();
    JsonNode found = admin("GET", "/api/messages/" + id, "").at("/data/0");
    assertThat(found.path("messageId").asText()).isEqualTo(id);
    assertThat(found.path("sourceId").isMissingNode()).isTrue();
    assertThat(found.at("/destinations/0/destinationId").asText()).isEqualTo(destination);
    assertThat(admin("GET", "/api/messages?userId=ada", "").path("data").toString()).contains(id);
    admin(
        "POST",
        "/api/destinations/" + destination + "/replays",
        "{'messageId':'%s'}".formatted(id));
    assertThat(told(2).getLast()).isEqualTo("ada {\"buyers\":true}");
    assertThat(receiver.received().getLast().body())
        .isEqualTo(receiver.received().getFirst().body());
  }

  @Test
  void scheduleChangedToRealtime_tellsWhatHasChangedSinceTheLastSync() throws IOException {
    String audience = create("audiences", "Buyers", BOUGHT);
    admin("PATCH", audience, "{'sync':'1h'}");
    awaitLive(audience, 0);
    track("ada", "Order Completed", "{}");
    await().until(() -> server.admin("GET", "/api/profiles/ada", null).statusCode() == 200);
    assertThat(admin("GET", audience, "").path("size").asLong()).isZero();
    admin("PATCH", audience, "{'sync':'realtime'}");
    assertThat(told(1)).containsExactly("ada {\"buyers\":true}");
  }
}
