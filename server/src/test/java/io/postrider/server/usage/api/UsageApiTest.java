package io.postrider.server.usage.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.message.MessageType;
import io.postrider.server.http.admin.ApiTests;
import io.postrider.server.http.admin.RawCursors;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class UsageApiTest extends ApiTests {

  private static final SourceId ONE = new SourceId(1);
  private static final SourceId TWO = new SourceId(2);

  private String csv(String query, String accept) throws Exception {
    Reply answer = reply(query, accept);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).isEqualTo("text/csv");
    return new String(answer.http().body(), UTF_8);
  }

  private Reply reply(String query, String accept) throws Exception {
    return request(
        "GET",
        "/api/usage" + query,
        null,
        Map.of("Authorization", "Bearer " + TOKEN, "Accept", accept));
  }

  @Test
  void usage_isOfTheLastThirtyDays() throws Exception {
    calls.add("2026-01-30", ONE, MessageType.TRACK, 1, 0, 0);
    calls.add("2026-01-31", ONE, MessageType.TRACK, 2, 0, 0);
    calls.add("2026-03-01", ONE, MessageType.PAGE, 3, 0, 0);
    calls.add("2026-03-02", ONE, MessageType.TRACK, 4, 0, 0);
    assertThat(get("/api/usage").body().get("data").findValuesAsText("calls"))
        .containsExactly("2", "3");
    assertThat(get("/api/usage?from=2026-01-01&to=2026-03-02").body().get("data")).hasSize(4);
    assertThat(get("/api/usage?to=2026-01-30").body().get("data")).hasSize(1);
  }

  @Test
  void usage_saysSinceWhenItCounts() throws Exception {
    assertThat(get("/api/usage").body().has("since")).isFalse();
    calls.since = Instant.parse("2026-02-03T04:00:00Z");
    assertThat(get("/api/usage").text("since")).isEqualTo("2026-02-03T04:00:00.000Z");
  }

  @Test
  void switchOfTheWorkspace_leavesPastUsageAsItIs() throws Exception {
    calls.add("2026-03-01", ONE, MessageType.TRACK, 10, 4, 1);
    assertThat(get("/api/usage").body().toString())
        .isEqualTo(
            "{\"data\":[{\"day\":\"2026-03-01\",\"sourceId\":\"%s\",\"type\":\"track\","
                    .formatted(ONE)
                + "\"calls\":10,\"filtered\":4,\"counted\":7}],\"next\":null}");
    for (boolean counts : new boolean[] {true, false}) {
      request("PATCH", "/api/workspace", "{\"filteredServerCallsCount\":" + counts + "}");
      assertThat(get("/api/usage").body().at("/data/0/counted").asInt()).isEqualTo(7);
    }
  }

  @Test
  void usage_isPagedAndOfOneSource() throws Exception {
    for (int day = 10; day < 20; day++) {
      calls.add("2026-02-" + day, ONE, MessageType.TRACK, day, 0, 0);
      calls.add("2026-02-" + day, TWO, MessageType.TRACK, 100 + day, 0, 0);
    }
    List<String> met = new ArrayList<>();
    String next = "";
    do {
      Reply page = get("/api/usage?limit=3" + next);
      assertThat(page.body().get("data")).hasSizeLessThanOrEqualTo(3);
      met.addAll(page.body().get("data").findValuesAsText("calls"));
      next = page.body().get("next").isNull() ? "" : "&cursor=" + page.text("next");
    } while (!next.isEmpty());
    assertThat(met).hasSize(20).doesNotHaveDuplicates();
    assertThat(get("/api/usage?source=" + ONE).body().get("data")).hasSize(10);
  }

  @Test
  void usage_isCsvOnRequest() throws Exception {
    calls.add("2026-02-28", ONE, MessageType.TRACK, 10, 4, 3);
    calls.add("2026-03-01", TWO, MessageType.ALIAS, 1, 0, 0);
    String expected =
        "day,sourceId,type,calls,filtered,counted\r\n2026-02-28,%s,track,10,4,9\r\n".formatted(ONE)
            + "2026-03-01,%s,alias,1,0,1\r\n".formatted(TWO);
    assertThat(csv("?format=csv", "*/*")).isEqualTo(expected);
    assertThat(csv("", "text/csv")).isEqualTo(expected);
    assertThat(csv("?format=csv&source=src_0000000000009", "*/*")).hasLineCount(1);
    assertThat(reply("?format=csv", "*/*").header("Content-Disposition"))
        .isEqualTo("attachment; filename=\"usage-2026-01-31-2026-03-01.csv\"");
    assertThat(reply("?format=json", "text/csv").header("Content-Type"))
        .isEqualTo("application/json");
    assertThat(reply("", "application/json, text/csv").header("Content-Type"))
        .isEqualTo("application/json");
  }

  @Test
  void csv_hasAllRows() throws Exception {
    for (int source = 0; source < 2_500; source++) {
      calls.add("2026-03-01", new SourceId(source), MessageType.TRACK, 1, 0, 0);
    }
    assertThat(csv("?format=csv", "*/*")).hasLineCount(2_501);
  }

  @Test
  void head_ofCsvHasNoBody() throws Exception {
    Reply head = request("HEAD", "/api/usage?format=csv", null);
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.http().body()).isEmpty();
  }

  @Test
  void invalidParameters_areReported() throws Exception {
    assertThat(
            get("/api/usage?from=2026-02-30&to=1&source=x&limit=1001&cursor=x&format=pdf&x=1")
                .wrongFields())
        .containsExactlyInAnyOrder("from", "to", "source", "limit", "cursor", "format", "x");
    assertThat(get("/api/usage?cursor=" + RawCursors.of("usage").text("x")).wrongFields())
        .containsExactly("cursor");
    assertThat(get("/api/usage?from=2026-03-02&to=2026-03-01").wrongFields())
        .containsExactly("from");
  }
}
