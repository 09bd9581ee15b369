package io.postrider.server.people.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.Redaction;
import io.postrider.server.http.admin.ApiTests;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.RawCursors;
import io.postrider.server.people.profile.ProfileDirectory.Event;
import io.postrider.server.people.profile.ProfileDirectory.Place;
import io.postrider.server.people.profile.ProfileStore;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ProfilesApiTest extends ApiTests {

  private void did(int count) {
    for (int i = count; i > 0; i--) {
      profiles.events.add(
          new Event(
              new Place(FakeProfiles.SEEN.toEpochMilli() + i, i),
              "Event " + i,
              "{\"email\":\"a@b.c\",\"n\":" + i + "}"));
    }
  }

  @Test
  void search_isByTraitOrUserId_andPaged() throws Exception {
    Reply first = get("/api/profile-search?trait=address.city&value=K%C3%B6&match=prefix&limit=1");
    assertThat(first.body().path("data"))
        .hasToString("[{\"userId\":\"ada\",\"lastSeenAt\":\"2026-02-01T00:00:00.000Z\"}]");
    assertThat(first.body().path("complete").asBoolean()).isTrue();
    Reply second =
        get(
            "/api/profile-search?trait=address.city&value=K%C3%B6&match=prefix&limit=1&cursor="
                + first.text("next"));
    assertThat(second.body().path("next").isNull()).isTrue();
    assertThat(get("/api/profile-search?value=ada").status()).isEqualTo(200);
    assertThat(profiles.searches)
        .containsExactly(
            "Wanted[path=[address, city], value=Kö, prefix=true] null",
            "Wanted[path=[address, city], value=Kö, prefix=true] Position[value=a b, profile=7]",
            "Wanted[path=[], value=ada, prefix=false] null");
    assertThat(get("/api/profile-search?value=ada&cursor=" + first.text("next")).wrongFields())
        .containsExactly("cursor");
  }

  @Test
  void search_refusesInvalidParametersAndRedactedTraits() throws Exception {
    assertThat(get("/api/profile-search?trait=email").wrongFields()).containsExactly("value");
    assertThat(get("/api/profile-search?trait=a..b&value=&match=like&x=1").wrongFields())
        .containsExactlyInAnyOrder("trait", "value", "match", "x");
    assertThat(get("/api/profile-search?value=" + "x".repeat(1_001)).wrongFields())
        .containsExactly("value");
    redaction = Redaction.of(List.of("*.email", "traits.address"));
    assertThat(get("/api/profile-search?trait=email&value=a").wrongFields())
        .containsExactly("trait");
    assertThat(get("/api/profile-search?trait=address.city&value=a").wrongFields())
        .containsExactly("trait");
    assertThat(get("/api/profile-search?trait=plan&value=a").status()).isEqualTo(200);
    redaction = Redaction.of(List.of("userId"));
    assertThat(get("/api/profile-search?value=a").wrongFields()).containsExactly("value");
    assertThat(get("/api/profile-search?trait=plan&value=a").body().at("/data/0/userId").asText())
        .isEqualTo("***");
  }

  @Test
  void profile_isShown() throws Exception {
    assertThat(get("/api/profiles/ada").body().toString())
        .isEqualTo(
            "{\"userId\":\"ada\",\"userIds\":[\"ada\",\"old\"],"
                + "\"anonymousIds\":[\"visitor-1\",\"visitor-2\"],"
                + "\"traits\":{\"email\":\"a@b.c\",\"plan\":\"pro\"},"
                + "\"computedTraits\":{\"email\":\"c\",\"total\":12.5},"
                + "\"groups\":[{\"groupId\":\"acme\",\"traits\":{\"email\":\"x@y.z\",\"size\":5}}],"
                + "\"audiences\":[{\"id\":\"aud_1\",\"key\":\"big_spenders\","
                + "\"name\":\"Big Spenders\",\"since\":\"2026-02-01T00:00:00.000Z\"}],"
                + "\"eventCount\":0,\"firstSeenAt\":\"2026-02-01T00:00:00.000Z\","
                + "\"lastSeenAt\":\"2026-02-01T00:01:00.000Z\"}");
  }

  @Test
  void unknownUser_isNotFound() throws Exception {
    assertThat(get("/api/profiles/bob").status()).isEqualTo(404);
    assertThat(get("/api/profiles/bob/events").status()).isEqualTo(404);
    assertThat(get("/api/profiles/bob/transitions").status()).isEqualTo(404);
  }

  /** What clients encode once is exactly the ID, also if it looks encoded. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a/b c",
        "größe",
        "50%",
        "a+b",
        " ",
        "+",
        "/",
        "%",
        "x?y#z",
        "a;b",
        "a\\b",
        "😀",
        "中文",
        "...",
        ".a",
        "%2E",
        "%2e",
        "%2e%2E",
        "%252E",
        "%25%32%45",
        "%2Ea",
        "%25",
        "%zz",
        "%FF",
        "a\u0000b",
        "\u0001",
        "~",
        "//",
        "../..",
        "./"
      })
  void anyUserId_isFound(String id) throws Exception {
    String encoded = URLEncoder.encode(id, UTF_8).replace("+", "%20");
    assertFound(id, encoded);
    assertFound(id, encoded.replace("%7E", "~"));
    assertFound(id, lowerHex(encoded));
  }

  /** Browsers and proxies remove segments of dots, so these have a spelling of their own. */
  @ParameterizedTest
  @CsvSource({"., %25%32%45", ".., %25%32%45%25%32%45"})
  void userIdOfDots_isFound(String id, String encoded) throws Exception {
    assertFound(id, encoded);
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "%2e", "%2E%2e", ".%2E", "%61", "a%2Eb", "%25%32%45%2E"})
  void oddSpellingOfAUserId_isNotFound(String spelling) throws Exception {
    profiles.userId = URLDecoder.decode(spelling, UTF_8);
    assertThat(get("/api/profiles/" + spelling + "/events").status()).isEqualTo(404);
  }

  private void assertFound(String id, String encoded) throws Exception {
    profiles.userId = id;
    assertThat(get("/api/profiles/" + encoded).text("userId")).isEqualTo(id);
    assertThat(get("/api/profiles/" + encoded + "/").text("userId")).isEqualTo(id);
    assertThat(get("/api/profiles/" + encoded + "/events").status()).isEqualTo(200);
    assertThat(get("/api/profiles/" + encoded + "/transitions").status()).isEqualTo(200);
  }

  private static String lowerHex(String encoded) {
    return Pattern.compile("%..")
        .matcher(encoded)
        .replaceAll(escape -> escape.group().toLowerCase(Locale.ROOT));
  }

  @Test
  void audiencesOfRedactedFields_areLeftOut() throws Exception {
    redaction = Redaction.of(List.of("traits.big_spenders"));
    assertThat(get("/api/profiles/ada").body().get("audiences")).isEmpty();
    assertThat(get("/api/profiles/ada/transitions").body().get("data")).isEmpty();
  }

  @Test
  void redactedFields_areMasked() throws Exception {
    did(1);
    redaction = Redaction.of(List.of("traits.email", "userId", "properties.n"));
    Reply profile = get("/api/profiles/ada");
    assertThat(profile.text("userId")).isEqualTo("***");
    assertThat(profile.body().get("userIds").toString()).isEqualTo("[\"***\"]");
    assertThat(profile.body().at("/traits/email").asText()).isEqualTo("***");
    assertThat(profile.body().at("/traits/plan").asText()).isEqualTo("pro");
    assertThat(profile.body().at("/computedTraits/email").asText()).isEqualTo("***");
    assertThat(profile.body().at("/groups/0/traits/email").asText()).isEqualTo("***");
    assertThat(profile.body().at("/anonymousIds/0").asText()).isEqualTo("visitor-1");
    assertThat(get("/api/profiles/ada/events").body().at("/data/0/properties").toString())
        .isEqualTo("{\"email\":\"a@b.c\",\"n\":\"***\"}");
    assertThat(get("/api/profiles").body().at("/data/0/userId").asText()).isEqualTo("***");
    redaction = Redaction.of(List.of("traits", "anonymousId"));
    Reply hidden = get("/api/profiles/ada");
    assertThat(hidden.text("traits")).isEqualTo("***");
    assertThat(hidden.body().get("anonymousIds").toString()).isEqualTo("[\"***\"]");
  }

  @Test
  void events_arePaged() throws Exception {
    did(7);
    List<String> met = new ArrayList<>();
    String next = "";
    do {
      Reply page = get("/api/profiles/ada/events?limit=3" + next);
      met.addAll(page.body().get("data").findValuesAsText("event"));
      next = page.body().get("next").isNull() ? "" : "&cursor=" + page.text("next");
    } while (!next.isEmpty());
    assertThat(met).hasSize(7).doesNotHaveDuplicates().startsWith("Event 7").endsWith("Event 1");
    assertThat(get("/api/profiles/ada/events?cursor=x").wrongFields()).containsExactly("cursor");
    assertThat(get("/api/profiles/ada/events?limit=201").wrongFields()).containsExactly("limit");
  }

  @Test
  void transitions_arePaged() throws Exception {
    Reply first = get("/api/profiles/ada/transitions");
    assertThat(first.body().at("/data/0/audience/key").asText()).isEqualTo("big_spenders");
    assertThat(first.body().at("/data/0/entered").asBoolean()).isTrue();
    String transitions = "/api/profiles/ada/transitions?cursor=";
    PageCursor<String> cursors = RawCursors.of("transitions", "ada");
    assertThat(get(transitions + cursors.text("n")).body().get("next").isNull()).isTrue();
    assertThat(get(transitions + "n").wrongFields()).containsExactly("cursor");
    assertThat(get(transitions + cursors.text("wrong")).wrongFields()).containsExactly("cursor");
  }

  @Test
  void recentUsers_areListed() throws Exception {
    assertThat(get("/api/profiles").body().get("data").findValuesAsText("userId"))
        .containsExactly("ada", "bob");
    assertThat(get("/api/profiles?limit=1").body().get("data")).hasSize(1);
    assertThat(get("/api/profiles?limit=51").wrongFields()).containsExactly("limit");
    assertThat(get("/api/profiles?cursor=x").wrongFields()).containsExactly("cursor");
  }

  @Test
  void rebuild_isStartedAndShown() throws Exception {
    assertThat(get("/api/profile-rebuild").body().toString())
        .isEqualTo("{\"running\":false,\"done\":0,\"total\":0}");
    Reply started = request("POST", "/api/profile-rebuild", null);
    assertThat(started.status()).isEqualTo(202);
    assertThat(profiles.store.rebuilds).isEqualTo(1);
    profiles.store.rebuilding = new ProfileStore.Progress(4, 10);
    assertThat(get("/api/profile-rebuild").body().toString())
        .isEqualTo("{\"running\":true,\"done\":4,\"total\":10}");
    assertThat(get("/api/audit").body().at("/data/0/action").asText())
        .isEqualTo("profiles.rebuilt");
  }
}
