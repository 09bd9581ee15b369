package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.TestReceiver;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The specification's rules for audiences, from the tracking API through the admin API to a real
 * receiver.
 */
@Tag("slow")
abstract class AudienceEndToEndContract {

  @RegisterExtension final TestEngine engine;

  private static final String BOUGHT =
      "{'event':'Order Completed','count':{'op':'at_least','value':1}}";

  @TempDir Path folder;

  AudienceEndToEndContract(TestEngine engine) {
    this.engine = engine;
  }

  private TestReceiver receiver;
  private RunningServer server;
  private String destination;

  @BeforeEach
  void start() {
    receiver = TestReceiver.open();
    server = engine.start(folder, Map.of("delivery.allow-networks", "127.0.0.0/8"));
    destination = server.createDestinationWithoutSource(receiver.url("/hook"));
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private String create(String kind, String name, String definition) {
    JsonNode created =
        server.api(
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
              JsonNode now = server.api(path);
              assertThat(now.path("status").asText()).isEqualTo("live");
              assertThat(now.path("size").asLong()).isEqualTo(size);
            });
  }

  private void track(String user, String event, String properties) {
    String json = "{'userId':'%s','event':'%s','properties':%s}".formatted(user, event, properties);
    assertThat(server.track("/v1/track", json.replace('\'', '"')).statusCode()).isEqualTo(200);
  }

  /** Waits for a total number of messages; each as {@code user traits}. */
  private List<String> sent(int count) {
    await().until(() -> receiver.received().size() >= count);
    return receiver.received().stream()
        .map(received -> TestNode.parse(received.text()))
        .peek(message -> assertThat(message.path("type").asText()).isEqualTo("identify"))
        .map(message -> message.path("userId").asText() + " " + message.path("traits"))
        .toList();
  }

  @Test
  void rule1_eachChangeOfAUser_isOneIdentifyMessage() {
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
    assertThat(sent(2))
        .containsExactlyInAnyOrder("ada {\"keepers\":true}", "ada {\"money_spent\":19.95}");
    track("ben", "Product Viewed", "{}");
    track("ada", "Order Returned", "{}");
    assertThat(sent(3)).hasSize(3).last().isEqualTo("ada {\"keepers\":false}");

    JsonNode message = TestNode.parse(receiver.received().getLast().text());
    JsonNode personas = message.path("context").path("personas");
    assertThat(personas.path("computation_class").asText()).isEqualTo("audience");
    assertThat("/api/audiences/" + personas.path("computation_id").asText()).isEqualTo(audience);
    assertThat(personas.path("computation_key").asText()).isEqualTo("keepers");
    assertThat(message.path("messageId").asText())
        .startsWith(personas.path("computation_id").asText() + "-");
  }

  @Test
  void rule2_theTraitIsTheSnakeCaseName_andBoolean() {
    String audience = create("audiences", "bigSpenders of Köln", BOUGHT);
    awaitLive(audience, 0);
    track("ada", "Order Completed", "{}");
    assertThat(sent(1)).containsExactly("ada {\"big_spenders_of_köln\":true}");
    server.api(
        "PATCH",
        audience,
        "{'definition':{'event':'Order Completed','count':{'op':'at_least','value':2}}}");
    assertThat(sent(2)).last().isEqualTo("ada {\"big_spenders_of_köln\":false}");
  }

  @Test
  void destination_thatIsEnabledLater_getsWhatItMissed() {
    String path = "/api/destinations/" + destination;
    server.api("PATCH", path, "{'enabled':false}");
    track("ada", "Order Completed", "{'revenue':5}");
    awaitLive(create("audiences", "Buyers", BOUGHT), 1);
    String trait =
        create(
            "computed-traits",
            "Money Spent",
            "{'kind':'sum','event':'Order Completed','property':'revenue'}");
    awaitLive(trait, 1);
    server.api("PATCH", path, "{'enabled':true}");
    assertThat(sent(2))
        .containsExactlyInAnyOrder("ada {\"buyers\":true}", "ada {\"money_spent\":5}");
  }

  @Test
  void rule3_creationSendsEveryMember_andLaterSyncsOnlyChanges() {
    for (String user : List.of("ada", "ben", "cid")) {
      track(user, "Order Completed", "{}");
    }
    track("dot", "Product Viewed", "{}");
    String audience = create("audiences", "Buyers", BOUGHT);
    awaitLive(audience, 3);
    assertThat(sent(3))
        .containsExactlyInAnyOrder(
            "ada {\"buyers\":true}", "ben {\"buyers\":true}", "cid {\"buyers\":true}");
    track("dot", "Order Completed", "{}");
    assertThat(sent(4)).hasSize(4).last().isEqualTo("dot {\"buyers\":true}");
    assertThat(server.admin("POST", audience + "/sync", null).statusCode()).isEqualTo(202);
    awaitLive(audience, 4);
    track("eve", "Order Completed", "{}");
    assertThat(sent(5)).hasSize(5).last().isEqualTo("eve {\"buyers\":true}");

    // Only the destination added later gets every current member.
    String later = server.createDestinationWithoutSource(receiver.url("/later"));
    server.api("PATCH", audience, "{'destinations':['%s','%s']}".formatted(destination, later));
    assertThat(sent(10)).hasSize(10);
    assertThat(receiver.received().subList(5, 10)).allMatch(one -> one.target().equals("/later"));

    server.api("DELETE", audience, "");
    track("fay", "Order Completed", "{}");
    String again = create("audiences", "Again", BOUGHT);
    awaitLive(again, 6);
    assertThat(sent(16)).hasSize(16).allMatch(one -> !one.contains("false"));
  }

  @Test
  void preview_countsEventsWithoutAnyAudience() {
    track("ada", "Order Completed", "{}");
    track("ben", "Product Viewed", "{}");
    for (String user : List.of("ada", "ben")) {
      await().until(() -> server.admin("GET", "/api/profiles/" + user, null).statusCode() == 200);
    }
    JsonNode audience =
        server.api("POST", "/api/audiences/preview", "{'definition':%s}".formatted(BOUGHT));
    assertThat(audience.path("size").asLong()).isEqualTo(1);
    assertThat(audience.path("ofProfiles").asLong()).isEqualTo(2);
    JsonNode trait =
        server.api(
            "POST",
            "/api/computed-traits/preview",
            "{'definition':{'kind':'event_count','event':'Order Completed'}}");
    assertThat(trait.path("size").asLong()).isEqualTo(1);
  }

  @Test
  void sizesMembersAndTransitions_areShown() {
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
    JsonNode members = server.api(audience + "/members?limit=1");
    JsonNode next =
        server.api(audience + "/members?limit=1&cursor=" + members.path("next").asText());
    assertThat(List.of(members.at("/data/0/userId").asText(), next.at("/data/0/userId").asText()))
        .containsExactlyInAnyOrder("ada", "ben");
    assertThat(next.path("next").isNull()).isTrue();
    assertThat(server.api(trait + "/members").path("data").findValuesAsText("value"))
        .containsExactlyInAnyOrder("5", "7");
    await()
        .untilAsserted(
            () ->
                assertThat(server.api(audience + "/sizes").at("/data/0/size").asLong())
                    .isEqualTo(2));
    JsonNode preview =
        server.api(
            "POST",
            "/api/audiences/preview",
            "{'definition':{'all':[{'audience':'buyers'},{'trait':'highest','op':'at_least',"
                + "'value':6}]}}");
    assertThat(preview.path("size").asLong()).isEqualTo(1);
    assertThat(preview.path("ofProfiles").asLong()).isEqualTo(2);
    assertThat(preview.path("exact").asBoolean()).isTrue();
    assertThat(preview.path("sample").toString()).contains("ben").doesNotContain("ada");
    JsonNode profile = server.api("/api/profiles/ben");
    assertThat(profile.path("computedTraits").toString()).isEqualTo("{\"highest\":7}");
    assertThat(profile.at("/audiences/0/key").asText()).isEqualTo("buyers");
    JsonNode transitions = server.api("/api/profiles/ben/transitions");
    assertThat(transitions.at("/data/0/audience/key").asText()).isEqualTo("buyers");
    assertThat(transitions.at("/data/0/entered").asBoolean()).isTrue();
  }

  @Test
  void messages_areFoundAndReplayedById() {
    String audience = create("audiences", "Buyers", BOUGHT);
    awaitLive(audience, 0);
    track("ada", "Order Completed", "{}");
    sent(1);
    String id = TestNode.parse(receiver.received().getFirst().text()).path("messageId").asText();
    JsonNode found = server.api("/api/messages/" + id).at("/data/0");
    assertThat(found.path("messageId").asText()).isEqualTo(id);
    assertThat(found.path("sourceId").isMissingNode()).isTrue();
    assertThat(found.at("/destinations/0/destinationId").asText()).isEqualTo(destination);
    assertThat(server.api("/api/messages?userId=ada").path("data").toString()).contains(id);
    server.api(
        "POST",
        "/api/destinations/" + destination + "/replays",
        "{'messageId':'%s'}".formatted(id));
    assertThat(sent(2).getLast()).isEqualTo("ada {\"buyers\":true}");
    assertThat(receiver.received().getLast().body())
        .isEqualTo(receiver.received().getFirst().body());
  }

  @Test
  void scheduleChangedToRealtime_sendsChangesSinceTheLastSync() {
    String audience = create("audiences", "Buyers", BOUGHT);
    server.api("PATCH", audience, "{'sync':'1h'}");
    awaitLive(audience, 0);
    track("ada", "Order Completed", "{}");
    await().until(() -> server.admin("GET", "/api/profiles/ada", null).statusCode() == 200);
    assertThat(server.api(audience).path("size").asLong()).isZero();
    server.api("PATCH", audience, "{'sync':'realtime'}");
    assertThat(sent(1)).containsExactly("ada {\"buyers\":true}");
  }
}
