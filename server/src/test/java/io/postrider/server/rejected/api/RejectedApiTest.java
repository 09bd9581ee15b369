package io.postrider.server.rejected.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.id.SourceId;
import io.postrider.message.ErrorCode;
import io.postrider.message.Redaction;
import io.postrider.server.http.admin.ApiTests;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The admin API for rejected calls, held against the OpenAPI document. */
final class RejectedApiTest extends ApiTests {

  private static final SourceId SOURCE = new SourceId(7);

  private JsonNode data(String query) throws Exception {
    Reply reply = get("/api/rejected" + query);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().path("data");
  }

  @Test
  void calls_areListed_searched_andPaged() throws Exception {
    assertThat(get("/api/rejected").status()).isEqualTo(503);
    rejected.reject(SOURCE, ErrorCode.INVALID_JSON, "192.0.2.1", now, "{\"a\":");
    rejected.reject(null, ErrorCode.INVALID_WRITE_KEY, "2001:db8::1", now, "");
    JsonNode all = data("");
    assertThat(all.findValuesAsText("code")).containsExactly("invalid_write_key", "invalid_json");
    assertThat(all.at("/0").has("sourceId")).isFalse();
    assertThat(all.at("/0").has("body")).isFalse();
    assertThat(all.at("/1/sourceId").asText()).isEqualTo(SOURCE.toString());
    assertThat(all.at("/1/body").asText()).isEqualTo("{\"a\":");
    assertThat(data("?source=" + SOURCE)).hasSize(1);
    assertThat(data("?source=none")).hasSize(1);
    assertThat(data("?code=invalid_json")).hasSize(1);
    assertThat(data("?sender=2001:DB8:0::1")).hasSize(1);
    assertThat(data("?to=2001-01-01T00:00:00Z")).isEmpty();
    String next = get("/api/rejected?limit=1").text("next");
    assertThat(data("?limit=1&cursor=" + next).findValuesAsText("code"))
        .containsExactly("invalid_json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"source=x", "code=x", "sender=x", "from=x", "to=x", "limit=0", "x=1"})
  void wrongParameters_areNamed(String query) throws Exception {
    Reply refused = get("/api/rejected?" + query);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly(query.split("=", 2)[0]);
  }

  @Test
  void counts_areByCodeAndStep() throws Exception {
    assertThat(get("/api/rejected/counts").status()).isEqualTo(503);
    rejected.reject(SOURCE, ErrorCode.INVALID_JSON, "192.0.2.1", now, "");
    rejected.reject(null, ErrorCode.INVALID_JSON, "192.0.2.1", now, "");
    Reply counts =
        get(
            "/api/rejected/counts?step=minute&from="
                + now.minusSeconds(60)
                + "&to="
                + now.plusSeconds(60));
    assertThat(counts.status()).isEqualTo(200);
    assertThat(counts.body().path("data").findValuesAsText("invalid_json")).containsExactly("2");
    assertThat(
            get("/api/rejected/counts?source=none&code=invalid_json&to=" + now.plusSeconds(60))
                .body()
                .path("data")
                .findValuesAsText("invalid_json"))
        .containsExactly("1");
    assertThat(get("/api/rejected/counts?code=x").status()).isEqualTo(422);
  }

  @Test
  void redactedFields_areMasked_alsoInBatches_andTheAddressWithContextIp() throws Exception {
    String call = "{\"traits\":{\"email\":\"e@x\"},\"n\":1}";
    rejected.reject(SOURCE, ErrorCode.INVALID_JSON, "192.0.2.1", now, call);
    rejected.reject(
        SOURCE, ErrorCode.INVALID_JSON, "192.0.2.1", now, "{\"batch\":[" + call + ",oops");
    redaction = Redaction.of(List.of("traits.email", "context.ip"));
    JsonNode all = data("");
    assertThat(all.toString()).doesNotContain("e@x").doesNotContain("192.0.2.1");
    assertThat(all.at("/1/body").asText()).isEqualTo("{\"traits\":{\"email\":\"***\"},\"n\":1}");
    assertThat(all.at("/0/body").asText())
        .startsWith("{\"batch\":[{\"traits\":{\"email\":\"***\"},\"n\":1}");
    assertThat(all.at("/0/sender").asText()).isEqualTo("***");
  }
}
