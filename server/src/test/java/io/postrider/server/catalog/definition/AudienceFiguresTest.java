package io.postrider.server.catalog.definition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.Redaction;
import io.postrider.server.http.admin.ApiTests;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.RawCursors;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of computations in the admin API, over a fake. */
final class AudienceFiguresTest extends ApiTests {

  private static final String BOUGHT =
      "{\"event\":\"Order Completed\",\"count\":{\"op\":\"at_least\",\"value\":1}}";
  private static final String TIER =
      "{\"kind\":\"last\",\"event\":\"Order Completed\",\"property\":\"tier\"}";

  private String audience;
  private String trait;

  @BeforeEach
  void define() throws Exception {
    audience = made("/api/audiences", BOUGHT);
    trait = made("/api/computed-traits", TIER);
    computations.computes = true;
  }

  private String made(String path, String definition) throws Exception {
    Reply made = post(path, "{\"name\":\"Of %s\",\"definition\":%s}".formatted(path, definition));
    assertThat(made.status()).isEqualTo(201);
    return path + "/" + made.text("id");
  }

  @Test
  void preview_showsSizeAndSample() throws Exception {
    Reply shown = post("/api/audiences/preview", "{\"definition\":%s}".formatted(BOUGHT));
    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.body())
        .hasToString("{\"size\":123,\"sample\":[\"ada\"],\"ofProfiles\":1000,\"exact\":false}");
    Reply trait = post("/api/computed-traits/preview", "{\"definition\":%s}".formatted(TIER));
    assertThat(trait.body().path("sample")).hasToString("[{\"userId\":\"ada\",\"value\":7}]");
    assertThat(computations.previewed).hasSize(2);
    assertThat(catalog.current().computations()).as("nothing is saved").hasSize(2);
  }

  @Test
  void preview_isValidated() throws Exception {
    assertThat(post("/api/audiences/preview", "{}").wrongFields()).containsExactly("definition");
    assertThat(
            post("/api/audiences/preview", "{\"definition\":{\"audience\":\"nobody\"}}")
                .wrongFields())
        .containsExactly("definition.audience");
    String tooLong = TIER.replace("}", ",\"within\":\"91d\"}");
    assertThat(
            post("/api/computed-traits/preview", "{\"definition\":%s}".formatted(tooLong))
                .wrongFields())
        .containsExactly("definition.within");
    assertThat(computations.previewed).isEmpty();
    assertThat(get("/api/audiences/preview").status()).isEqualTo(405);
  }

  @Test
  void sync_isStartedAndAudited() throws Exception {
    Reply ordered = request("POST", audience + "/sync", null);
    assertThat(ordered.status()).isEqualTo(202);
    assertThat(audience).endsWith(ordered.text("id"));
    assertThat(computations.synced).hasSize(1);
    assertThat(get("/api/audit").body().at("/data/0/action").asText()).isEqualTo("sync.ordered");
    request("PATCH", trait, "{\"enabled\":false}");
    Reply refused = request("POST", trait + "/sync", null);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("detail"))
        .isEqualTo("This computed trait is disabled; enable it first.");
    assertThat(computations.synced).hasSize(1);
  }

  @Test
  void members_arePaged() throws Exception {
    Reply first = get(audience + "/members?limit=1");
    assertThat(first.body().path("data"))
        .hasToString("[{\"userId\":\"ada\",\"since\":\"2026-03-01T12:00:00.000Z\"}]");
    Reply second = get(audience + "/members?limit=1&cursor=" + first.text("next"));
    assertThat(second.body().path("data")).isEmpty();
    assertThat(get(trait + "/members").body().at("/data/0/value").asText()).isEqualTo("gold");
    PageCursor<String> cursors = RawCursors.of("members", audience.replaceFirst(".*/", ""));
    for (String wrong : List.of("other", cursors.text("other"), cursors.text("%20"))) {
      assertThat(get(audience + "/members?cursor=" + wrong).wrongFields())
          .containsExactly("cursor");
    }
    assertThat(get(trait + "/members?cursor=" + first.text("next")).wrongFields())
        .containsExactly("cursor");
    assertThat(get(audience + "/members?limit=201").wrongFields()).containsExactly("limit");
  }

  @Test
  void members_areSearched() throws Exception {
    assertThat(get(audience + "/members?search=ad").body().at("/data/0/userId").asText())
        .isEqualTo("ada");
    assertThat(get(audience + "/members?search=x").body().path("data")).isEmpty();
    assertThat(get(audience + "/members?search=&format=xml").wrongFields())
        .containsExactlyInAnyOrder("search", "format");
    redaction = Redaction.of(List.of("userId"));
    assertThat(get(audience + "/members?search=x").wrongFields()).containsExactly("search");
    redaction = Redaction.of(List.of("traits"));
    assertThat(get(audience + "/members?search=x").wrongFields()).containsExactly("search");
    assertThat(get(trait + "/members?search=ad").body().at("/data/0/value").asText())
        .isEqualTo("***");
  }

  @Test
  void members_areExported() throws Exception {
    Reply csv = get(trait + "/members?format=csv");
    assertThat(csv.header("Content-Type")).isEqualTo("text/csv");
    assertThat(csv.header("Content-Disposition")).endsWith(".csv\"");
    assertThat(new String(csv.http().body(), UTF_8))
        .isEqualTo("userId,value,since\r\nada,\"\"\"gold\"\"\",2026-03-01T12:00:00Z\r\n");
    Reply lines = get(audience + "/members?format=ndjson");
    assertThat(lines.header("Content-Type")).isEqualTo("application/x-ndjson");
    assertThat(new String(lines.http().body(), UTF_8))
        .startsWith("{\"userId\":\"ada\",\"since\":\"2026-03-01T12:00:00.000Z\"}\n");
    redaction = Redaction.of(List.of("userId"));
    assertThat(new String(get(trait + "/members?format=csv").http().body(), UTF_8))
        .contains("\r\n***,");
  }

  @ParameterizedTest
  @CsvSource({
    "userId,***,gold",
    "traits,ada,***",
    "traits.of_api_computed_traits,ada,***",
    "*.of_api_computed_traits,ada,***",
    "traits.other,ada,gold"
  })
  void members_areMasked(String hidden, String userId, String value) throws Exception {
    redaction = Redaction.of(List.of(hidden));
    Reply shown = get(trait + "/members");
    assertThat(shown.body().at("/data/0/userId").asText()).isEqualTo(userId);
    assertThat(shown.body().at("/data/0/value").asText()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1e399", "30", "3E+1", "[0.1234567890123456789012345678901234567890,1e999999999]"})
  void values_areShownUnchanged(String value) throws Exception {
    computations.value = value;
    assertThat(new String(get(trait + "/members").http().body(), UTF_8))
        .contains("\"value\":%s,".formatted(value));
    redaction = Redaction.of(List.of("userId"));
    assertThat(new String(get(trait + "/members").http().body(), UTF_8))
        .contains("\"userId\":\"***\",\"value\":%s,".formatted(value));
  }

  @Test
  void sizes_defaultToTheLastThirtyDays() throws Exception {
    assertThat(get(audience + "/sizes").body().path("data"))
        .hasToString(
            "[{\"at\":\"2026-01-30T12:00:00.123Z\",\"size\":1},"
                + "{\"at\":\"2026-03-01T12:00:00.123Z\",\"size\":2}]");
    Reply asked = get(trait + "/sizes?from=2026-01-01T00:00:00Z&to=2026-04-01T00:00:00Z");
    assertThat(asked.body().at("/data/0/at").asText()).isEqualTo("2026-01-01T00:00:00.000Z");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from=2026-01-01T00:00:00Z&to=2026-04-01T00:00:00.001Z",
        "from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z",
        "from=yesterday"
      })
  void sizeRange_isBounded(String query) throws Exception {
    assertThat(get(audience + "/sizes?" + query).wrongFields()).containsExactly("from");
  }

  @Test
  void nodeWithoutTheAudienceRole_answersUnavailable() throws Exception {
    computations.computes = false;
    for (Reply reply :
        List.of(
            post("/api/audiences/preview", "{\"definition\":%s}".formatted(BOUGHT)),
            request("POST", audience + "/sync", null),
            get(audience + "/members"),
            get(audience + "/sizes"))) {
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text("detail")).contains("the role audience");
      assertThat(reply.header("Retry-After")).isEqualTo("5");
    }
    assertThat(get(audience).text("status")).isEqualTo("computing");
  }
}
