package io.postrider.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.route.Source;
import io.postrider.route.SourceId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SourceSchemaTest extends ApiTests {

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
    assertThat(inForce(source).blockedEvents()).containsExactly(event);
    assertThat(get(source.header("Location") + "/schema").body().at("/data/0/event").asText())
        .isEqualTo(event);
    request("PUT", path(source, event), "{\"allowed\":true}");
    assertThat(inForce(source).blockedEvents()).isEmpty();
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
            "{\"data\":[{\"event\":\"a\",\"allowed\":false},{\"event\":\"b\",\"allowed\":false}],"
                + "\"next\":null}");
    assertThat(get(schema + "?limit=x").status()).isEqualTo(422);
  }

  @Test
  void blockedEvents_outliveOtherChanges() throws Exception {
    Reply source = create("shop");
    request("PUT", path(source, "a"), BLOCK);
    request("PATCH", source.header("Location"), "{\"name\":\"other\"}");
    post(source.header("Location") + "/write-keys", "{}");
    assertThat(inForce(source).blockedEvents()).containsExactly("a");
  }

  @Test
  void blockedEvents_areBounded() throws Exception {
    Reply source = create("shop");
    Set<String> most = new HashSet<>();
    for (int i = 0; i < SourceSchema.MOST_BLOCKED; i++) {
      most.add("event " + i);
    }
    store.change(inForce(source).id(), found -> found.withBlockedEvents(most));
    assertThat(request("PUT", path(source, "one more"), BLOCK).status()).isEqualTo(409);
    assertThat(request("PUT", path(source, "event 7"), BLOCK).status()).isEqualTo(200);
    assertThat(request("PUT", path(source, "x".repeat(1_000)), BLOCK).status()).isEqualTo(409);
    assertThat(request("PUT", path(source, "x".repeat(1_001)), BLOCK).wrongFields())
        .containsExactly("event");
  }

  @Test
  void change_saysWhatIsWrong() throws Exception {
    Reply source = create("shop");
    assertThat(request("PUT", path(source, "a"), "{}").wrongFields()).containsExactly("allowed");
    assertThat(request("PUT", path(source, "a"), "{\"allowed\":1,\"x\":1}").wrongFields())
        .containsExactly("allowed", "x");
    assertThat(request("PUT", "/api/sources/src_0000000000000/schema/a", BLOCK).status())
        .isEqualTo(404);
    assertThat(get("/api/sources/nonsense/schema").status()).isEqualTo(404);
  }
}
