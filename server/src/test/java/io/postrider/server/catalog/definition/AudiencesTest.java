package io.postrider.server.catalog.definition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.audience.Audience;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputationSettings;
import io.postrider.audience.SyncSchedule;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.sql.ComputationStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.http.admin.ApiTests;
import io.postrider.server.http.admin.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Definitions in the admin API; single quotes stand for double quotes. */
final class AudiencesTest extends ApiTests {

  private static final String BOUGHT =
      "{'event':'Order Completed','count':{'op':'at_least','value':1}}";
  private static final String SPENT = "{'kind':'sum','event':'Order Completed','property':'total'}";

  private static String quoted(String text) {
    return text.replace('\'', '"');
  }

  private Reply audience(String name, String definition) throws Exception {
    return post(
        "/api/audiences", quoted("{'name':'%s','definition':%s}".formatted(name, definition)));
  }

  private String made(String name, String definition) throws Exception {
    Reply reply = audience(name, definition);
    assertThat(reply.status()).as(String.valueOf(reply.json())).isEqualTo(201);
    return reply.text("id");
  }

  private String trait(String name) throws Exception {
    Reply reply =
        post(
            "/api/computed-traits", quoted("{'name':'%s','definition':%s}".formatted(name, SPENT)));
    assertThat(reply.status()).isEqualTo(201);
    return reply.text("id");
  }

  private String destination(String name) throws Exception {
    Reply reply =
        post(
            "/api/destinations",
            quoted(
                "{'name':'%s','settings':{'webhooks':[{'url':'https://example.com/'}]}}"
                    .formatted(name)));
    return reply.text("id");
  }

  private Reply patch(String id, String body) throws Exception {
    return request("PATCH", "/api/audiences/" + id, quoted(body));
  }

  private static List<String> problems(Reply reply) {
    assertThat(reply.status()).isEqualTo(422);
    List<String> problems = new ArrayList<>();
    reply
        .body()
        .path("errors")
        .forEach(
            error ->
                problems.add(error.path("field").asText() + " " + error.path("message").asText()));
    return problems;
  }

  private static JsonNode json(String text) {
    return Json.parse(quoted(text).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void audience_isCreatedAndShown() throws Exception {
    String crm = destination("CRM");
    Reply made =
        post(
            "/api/audiences",
            quoted(
                "{'name':'Big Spenders','destinations':['%s'],'definition':%s,'sync':'24h'}"
                    .formatted(crm, BOUGHT)));
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.text("id")).startsWith("aud_");
    assertThat(made.header("Location")).isEqualTo("/api/audiences/" + made.text("id"));
    assertThat(made.text("key")).isEqualTo("big_spenders");
    assertThat(made.text("sync")).as("in its shortest form").isEqualTo("1d");
    assertThat(made.body().path("enabled").asBoolean()).isTrue();
    assertThat(made.body().path("destinations")).hasSize(1);
    assertThat(made.body().path("definition")).hasToString(quoted(BOUGHT));
    assertThat(made.text("status")).isEqualTo("computing");
    assertThat(made.body().has("size")).as("unknown on this node").isFalse();
    assertThat(made.text("createdAt")).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(get("/api/audiences/" + made.text("id")).body()).isEqualTo(made.body());
    assertThat(catalog.current().audiences())
        .extracting(Audience::key)
        .containsExactly("big_spenders");
    assertThat(catalog.current().computedTraits()).isEmpty();
  }

  @Test
  void trait_isCreatedAndShown() throws Exception {
    String id = trait("Total Spent");
    Reply shown = get("/api/computed-traits/" + id);
    assertThat(id).startsWith("ctr_");
    assertThat(shown.text("key")).isEqualTo("total_spent");
    assertThat(shown.text("sync")).isEqualTo("realtime");
    assertThat(shown.body().path("definition")).isEqualTo(json(SPENT));
    assertThat(get("/api/audiences/" + id).status()).as("of the other kind").isEqualTo(404);
    assertThat(get("/api/audiences").body().path("data")).isEmpty();
    assertThat(get("/api/computed-traits").body().path("data")).hasSize(1);
  }

  @Test
  void lists_arePaged() throws Exception {
    for (int i = 0; i < 3; i++) {
      made("a" + i, BOUGHT);
      trait("t" + i);
    }
    Reply first = get("/api/audiences?limit=2");
    assertThat(first.body().path("data").findValuesAsText("name")).containsExactly("a0", "a1");
    Reply second = get("/api/audiences?limit=2&cursor=" + first.text("next"));
    assertThat(second.body().path("data").findValuesAsText("name")).containsExactly("a2");
    assertThat(second.body().path("next").isNull()).isTrue();
  }

  @Test
  void figures_areShown() throws Exception {
    String id = made("VIP", BOUGHT);
    computations.reports.put(
        ComputationId.parse(ComputationKind.AUDIENCE, id).orElseThrow(),
        new ComputationResults.Report(
            ComputationResults.Status.FAILED,
            12L,
            0.5,
            now,
            now.plusSeconds(60),
            "the database is away"));
    Reply shown = get("/api/audiences/" + id);
    assertThat(shown.text("status")).isEqualTo("failed");
    assertThat(shown.body().path("size").asLong()).isEqualTo(12);
    assertThat(shown.body().path("progress").asDouble()).isEqualTo(0.5);
    assertThat(shown.text("lastSyncAt")).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(shown.text("nextSyncAt")).isEqualTo("2026-03-01T12:01:00.123Z");
    assertThat(shown.text("error")).isEqualTo("the database is away");
    assertThat(get("/api/audiences").body().at("/data/0/size").asLong()).isEqualTo(12);
  }

  @Test
  void change_keepsTheKey() throws Exception {
    String id = made("Big Spenders", BOUGHT);
    now = now.plusSeconds(60);
    Reply renamed = patch(id, "{'name':'Whales','enabled':false,'sync':'15m'}");
    assertThat(renamed.status()).isEqualTo(200);
    assertThat(renamed.text("key")).isEqualTo("big_spenders");
    assertThat(renamed.text("name")).isEqualTo("Whales");
    assertThat(renamed.text("status")).isEqualTo("paused");
    assertThat(renamed.text("sync")).isEqualTo("15m");
    assertThat(renamed.text("updatedAt")).isEqualTo("2026-03-01T12:01:00.123Z");
    assertThat(renamed.text("createdAt")).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(catalog.current().audiences().getFirst().version()).isEqualTo(1);
    assertThat(patch(id, "{'definition':{'trait':'plan','op':'exists'}}").status()).isEqualTo(200);
    assertThat(catalog.current().audiences().getFirst().version()).isEqualTo(2);
    assertThat(problems(patch(id, "{'key':'whales'}"))).containsExactly("key cannot be changed");
    assertThat(patch(id, "{'name':'!!!'}").text("key"))
        .as("a name without a key is valid if a key is given")
        .isEqualTo("big_spenders");
  }

  @Test
  void sameValues_areNoChange() throws Exception {
    String id = made("VIP", BOUGHT);
    long version = catalogStore.version();
    now = now.plusSeconds(60);
    Reply same = patch(id, "{'name':'VIP','definition':%s,'sync':'realtime'}".formatted(BOUGHT));
    assertThat(same.text("updatedAt")).isEqualTo(same.text("createdAt"));
    assertThat(catalogStore.version()).isEqualTo(version);
  }

  @Test
  void key_isUniqueAmongBothKinds() throws Exception {
    made("Big Spenders", BOUGHT);
    assertThat(problems(audience("bigSpenders", BOUGHT)))
        .containsExactly(
            "name results in the key big_spenders, which the audience Big Spenders has; choose"
                + " another name");
    Reply trait =
        post(
            "/api/computed-traits",
            quoted("{'name':'BIG SPENDERS','definition':%s}".formatted(SPENT)));
    assertThat(trait.wrongFields()).containsExactly("name");
    assertThat(problems(audience("🎉 !", BOUGHT)))
        .containsExactly("name must contain a letter or a digit for its key");
  }

  @Test
  void key_canBeChosen() throws Exception {
    Reply made =
        post(
            "/api/audiences",
            quoted("{'name':'🎉','key':'party_people','definition':%s}".formatted(BOUGHT)));
    assertThat(made.text("key")).isEqualTo("party_people");
    Reply wrong =
        post(
            "/api/audiences",
            quoted("{'name':'x','key':'Party People','definition':%s}".formatted(BOUGHT)));
    assertThat(problems(wrong))
        .containsExactly("key must be a key: lower-case letters and digits, with _ between words");
  }

  @Test
  void fields_areChecked() throws Exception {
    assertThat(problems(post("/api/audiences", "{}")))
        .containsExactly("name is required", "definition is required");
    String crm = destination("CRM");
    Reply wrong =
        post(
            "/api/audiences",
            quoted(
                ("{'name':' ','enabled':1,'destinations':['%1$s','x','%1$s'],'definition':{},"
                        + "'sync':'14m','size':7,'nmae':1}")
                    .formatted(crm)));
    assertThat(problems(wrong))
        .containsExactly(
            "name must have 1 to 200 characters, not only spaces",
            "enabled must be true or false",
            "destinations[1] is not the ID of a destination",
            "destinations[2] is the same as destinations[0]",
            "definition must have one of all, any, not, trait, event and audience",
            "sync must be realtime or a duration such as 1h or 30d, from 15m to 30d",
            "size is read-only",
            "nmae is unknown; did you mean name?");
    assertThat(
            post(
                    "/api/audiences",
                    quoted(
                        "{'name':'%s','definition':%s}"
                            .formatted("x".repeat(ComputationSettings.MAX_NAME_LENGTH), BOUGHT)))
                .status())
        .isEqualTo(201);
    assertThat(audience("x".repeat(ComputationSettings.MAX_NAME_LENGTH + 1), BOUGHT).wrongFields())
        .containsExactly("name");
  }

  @ParameterizedTest
  @CsvSource({
    "realtime,201",
    "15m,201",
    "30d,201",
    "PT24H,201",
    "899s,422",
    "31d,422",
    "never,422"
  })
  void sync_isBounded(String sync, int status) throws Exception {
    Reply reply =
        post(
            "/api/audiences",
            quoted("{'name':'a','definition':%s,'sync':'%s'}".formatted(BOUGHT, sync)));
    assertThat(reply.status()).isEqualTo(status);
  }

  @Test
  void destinations_mustExist() throws Exception {
    Reply reply =
        post(
            "/api/audiences",
            quoted(
                "{'name':'a','definition':%s,'destinations':['dst_0000000000000']}"
                    .formatted(BOUGHT)));
    assertThat(problems(reply))
        .containsExactly("destinations[0] refers to dst_0000000000000, which does not exist");
    String many =
        String.join(
            ",",
            IntStream.rangeClosed(0, ComputationSettings.MAX_DESTINATIONS)
                .mapToObj("'dst_%013d'"::formatted)
                .toList());
    Reply tooMany =
        post(
            "/api/audiences",
            quoted("{'name':'a','definition':%s,'destinations':[%s]}".formatted(BOUGHT, many)));
    assertThat(problems(tooMany)).containsExactly("destinations must be a list of 0 to 100 items");
  }

  @Test
  void deletedDestination_isRemovedFromTheList() throws Exception {
    String crm = destination("CRM");
    String mail = destination("Mail");
    Reply made =
        post(
            "/api/audiences",
            quoted(
                "{'name':'a','definition':%s,'destinations':['%s','%s']}"
                    .formatted(BOUGHT, crm, mail)));
    now = now.plusSeconds(60);
    assertThat(request("DELETE", "/api/destinations/" + crm, null).status()).isEqualTo(204);
    Reply shown = get("/api/audiences/" + made.text("id"));
    assertThat(shown.body().path("destinations")).hasSize(1);
    assertThat(shown.body().at("/destinations/0").asText()).isEqualTo(mail);
    assertThat(shown.text("updatedAt")).isEqualTo("2026-03-01T12:01:00.123Z");
    assertThat(catalog.current().audiences().getFirst().destinations()).hasSize(1);
    assertThat(get("/api/audit?resource=" + made.text("id")).body().at("/data/0/action").asText())
        .isEqualTo("audience.changed");
  }

  @Test
  void referencedAudience_mustExist() throws Exception {
    trait("Total Spent");
    made("VIP", BOUGHT);
    assertThat(
            problems(
                audience(
                    "x",
                    "{'any':[{'audience':'vip'},{'not':{'audience':'wip'}},"
                        + "{'audience':'total_spent'}]}")))
        .containsExactly(
            "definition.any[1].not.audience is not the key of an audience; did you mean vip?",
            "definition.any[2].audience is the key of a computed trait; use it as a trait");
    assertThat(audience("y", "{'trait':'anything','op':'exists'}").status()).isEqualTo(201);
  }

  @Test
  void cycles_areRefused() throws Exception {
    String a = made("A", BOUGHT);
    made("B", "{'audience':'a'}");
    made("C", "{'all':[{'trait':'x','op':'exists'},{'audience':'b'}]}");
    assertThat(
            problems(
                patch(a, "{'definition':{'any':[%s,{'not':{'audience':'c'}}]}}".formatted(BOUGHT))))
        .containsExactly(
            "definition.any[1].not.audience refers back to this audience: a → c → b → a");
    assertThat(problems(patch(a, "{'definition':{'audience':'a'}}")))
        .containsExactly("definition.audience refers back to this audience: a → a");
    assertThat(problems(audience("D", "{'audience':'d'}")))
        .as("does not exist yet")
        .contains("definition.audience is not the key of an audience; did you mean a?");
    assertThat(catalog.current().audiences().getFirst().version()).isEqualTo(1);
  }

  @Test
  void usedAudience_cannotBeDeleted() throws Exception {
    String vip = made("VIP", BOUGHT);
    String spent = trait("Total Spent");
    String best =
        made("Best", "{'all':[{'audience':'vip'},{'trait':'total_spent','op':'exists'}]}");
    for (String path : List.of("/api/audiences/" + vip, "/api/computed-traits/" + spent)) {
      Reply refused = request("DELETE", path, null);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.text("detail")).contains(": Best. Change those first.");
    }
    assertThat(request("DELETE", "/api/audiences/" + best, null).status()).isEqualTo(204);
    assertThat(request("DELETE", "/api/audiences/" + vip, null).status()).isEqualTo(204);
    assertThat(request("DELETE", "/api/computed-traits/" + spent, null).status()).isEqualTo(204);
    assertThat(request("DELETE", "/api/audiences/" + vip, null).status()).isEqualTo(404);
    assertThat(catalog.current().computations()).isEmpty();
    made("VIP", BOUGHT);
  }

  @Test
  void errorMessage_namesAFewUsers() throws Exception {
    String vip = made("VIP", BOUGHT);
    for (int i = 0; i < 7; i++) {
      made("u" + i, "{'audience':'vip'}");
    }
    assertThat(request("DELETE", "/api/audiences/" + vip, null).text("detail"))
        .isEqualTo(
            "Other audiences use this audience: u0, u1, u2, u3, u4 and 2 more."
                + " Change those first.");
  }

  @Test
  void windows_areLimitedByHistory() throws Exception {
    String window = "{'event':'e','within':'%s','count':{'op':'at_least','value':1}}";
    made("a", window.formatted("90d"));
    String too = "must be at most 90d, the retention of events (audience.history)";
    assertThat(problems(audience("b", "{'all':[%s]}".formatted(window.formatted("91d")))))
        .containsExactly("definition.all[0].within " + too);
    Reply trait =
        post(
            "/api/computed-traits",
            quoted("{'name':'t','definition':{'kind':'event_count','event':'e','within':'91d'}}"));
    assertThat(problems(trait)).containsExactly("definition.within " + too);
  }

  @Test
  void traitNames_areLimitedToStoredOnes() throws Exception {
    String is = "{'not':{'trait':'%s','op':'exists'}}";
    made("a", is.formatted("ü".repeat(200)));
    String too =
        "definition.not.trait is too long: profiles store traits with names of at most 200"
            + " characters, where all but letters, digits, _, - and spaces count as five";
    assertThat(problems(audience("b", is.formatted("ü".repeat(201))))).containsExactly(too);
    made("c", is.formatted(".".repeat(40)));
    assertThat(problems(audience("d", is.formatted(".".repeat(41))))).containsExactly(too);
    // a computed trait is no trait of the profile
    String key = "k".repeat(300);
    Reply trait =
        post(
            "/api/computed-traits",
            quoted(
                "{'name':'t','key':'%s','definition':{'kind':'event_count','event':'e'}}"
                    .formatted(key)));
    assertThat(trait.status()).isEqualTo(201);
    made("e", is.formatted(key));
  }

  @Test
  void windowBeyondHistory_allowsOtherChanges() throws Exception {
    made("a", "{'event':'e','within':'60d','count':{'op':'at_least','value':1}}");
    Computation found = catalog.current().audiences().getFirst();
    ComputationRules rules = new ComputationRules(Duration.ofDays(30));
    ComputationRules.State state =
        new ComputationRules.State(List.of(found), Set.of(), Declarations.NONE);
    Computation renamed =
        found.with(new ComputationSettings("new", true, List.of(), SyncSchedule.REALTIME), now);
    assertThat(rules.problems(renamed, found, state)).isEmpty();
    assertThat(rules.problems(renamed, null, state)).hasSize(2);
  }

  @Test
  void count_isBounded() throws Exception {
    ComputationStore sql = new ComputationStore(new CatalogAccess(database));
    String first = made("first", BOUGHT);
    Audience pattern = catalog.current().audiences().getFirst();
    for (int i = 1; i < Computation.MAX_PER_KIND; i++) {
      ComputationId id = new ComputationId(ComputationKind.AUDIENCE, i);
      String key = "a" + i;
      Computation made =
          sql.create(state -> Audience.of(id, key, pattern.settings(), pattern.definition(), now));
      assertThat(made.key()).isEqualTo(key);
    }
    Reply refused = audience("one more", BOUGHT);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("detail")).isEqualTo("At most 1,000 audiences are allowed.");
    trait("but traits are counted apart");
    assertThat(request("DELETE", "/api/audiences/" + first, null).status()).isEqualTo(204);
    made("one more", BOUGHT);
  }

  @Test
  void everyChange_isAudited() throws Exception {
    String id = made("VIP", BOUGHT);
    patch(id, "{'enabled':false}");
    request("DELETE", "/api/audiences/" + id, null);
    JsonNode entries = get("/api/audit?resource=" + id).body().path("data");
    assertThat(entries.findValuesAsText("action"))
        .containsExactly("audience.deleted", "audience.changed", "audience.created");
    assertThat(entries.get(1).path("changes").toString())
        .isEqualTo(quoted("[{'field':'enabled','from':true,'to':false}]"));
    assertThat(entries.get(2).at("/changes").findValuesAsText("field"))
        .containsExactly("name", "key", "enabled", "destinations", "definition", "sync");
    assertThat(entries.get(0).at("/resource/type").asText()).isEqualTo("audience");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/sync", "/members", "/sizes", ""})
  void unknownIds_are404(String path) throws Exception {
    for (String id : List.of("aud_0000000000000", "nonsense", "ctr_0000000000000")) {
      Reply reply =
          path.equals("/sync")
              ? request("POST", "/api/audiences/" + id + path, null)
              : get("/api/audiences/" + id + path);
      assertThat(reply.status()).isEqualTo(404);
    }
  }
}
