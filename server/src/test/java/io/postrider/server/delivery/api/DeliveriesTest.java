package io.postrider.server.delivery.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.Redaction;
import io.postrider.server.catalog.DestinationHealth.State;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.Replays;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.BodySample;
import io.postrider.server.delivery.stats.StepCounts;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiTests;
import io.postrider.server.http.admin.Endpoint;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.RawCursors;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.ledger.index.AttemptCounts;
import io.postrider.server.ledger.index.CountRow;
import io.postrider.server.ledger.index.LedgerSearch;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The admin API of deliveries. */
final class DeliveriesTest extends ApiTests {

  private static final String NOWHERE = "/api/destinations/dst_0000000000000";
  private static final BodySample REQUEST =
      new BodySample(null, Map.of("X-Key", "***"), "{\"a\":1}", false);
  private static final BodySample ANSWER = new BodySample(500, Map.of(), "oops", true);

  private String path = "";
  private String id = "";

  @BeforeEach
  void createDestination() throws Exception {
    Reply created =
        post(
            "/api/destinations",
            "{\"name\":\"n\",\"settings\":{\"webhooks\":[{\"url\":\"https://example.com/\"}]}}");
    path = created.header("Location");
    id = created.text("id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/deliveries", "/metrics", "/replays", "/replays/r1"})
  void unknownDestination_isNotFound(String rest) throws Exception {
    assertThat(get(NOWHERE + rest).status()).isEqualTo(404);
    assertThat(get("/api/destinations/nonsense" + rest).status()).isEqualTo(404);
  }

  @Test
  void unknownDestination_isNotFoundByChangesEither() throws Exception {
    assertThat(post(NOWHERE + "/test", "{}").status()).isEqualTo(404);
    assertThat(post(NOWHERE + "/replays", "{\"messageId\":\"m\"}").status()).isEqualTo(404);
    assertThat(request("DELETE", NOWHERE + "/replays/r1", null).status()).isEqualTo(404);
    assertThat(delivery.asked).isEmpty();
  }

  @Test
  void test_answersEveryOutcomeAndTheBody() throws Exception {
    delivery.report =
        new TestResource.Report(
            List.of(
                new TestResource.Outcome(
                    "https://a.example/", true, 204, null, null, Duration.ofNanos(1_234_567), null),
                new TestResource.Outcome(
                    "https://b.example/",
                    false,
                    500,
                    "http_status",
                    "The receiver answered 500.",
                    Duration.ofSeconds(2),
                    ANSWER)),
            "{\"version\":1,\"type\":\"track\"}");
    Reply sent = request("POST", path + "/test", null);
    assertThat(sent.status()).isEqualTo(200);
    assertThat(sent.body().at("/outcomes/0").toString())
        .isEqualTo(
            "{\"url\":\"https://a.example/\",\"delivered\":true,\"status\":204,"
                + "\"latencyMillis\":1.235}");
    assertThat(sent.body().at("/outcomes/1/answer").toString())
        .isEqualTo("{\"status\":500,\"headers\":{},\"body\":\"oops\",\"truncated\":true}");
    assertThat(sent.body().get("request").toString())
        .isEqualTo("{\"version\":1,\"type\":\"track\"}");
    assertThat(post(path + "/test", "{\"type\":\"identify\"}").status()).isEqualTo(200);
    assertThat(delivery.asked).containsExactly(id + " TRACK", id + " IDENTIFY");
    assertThat(post(path + "/test", "{\"type\":\"t\",\"x\":1}").wrongFields())
        .containsExactly("type", "x");
  }

  private DeliveryHistory.Attempt attempt(@Nullable String reason) {
    return attempt(reason, now);
  }

  private static DeliveryHistory.Attempt attempt(@Nullable String reason, Instant at) {
    return new DeliveryHistory.Attempt(
        at,
        "m1",
        "track",
        2,
        "https://example.com/",
        reason == null ? DeliveryHistory.Ending.DELIVERED : DeliveryHistory.Ending.FAILED,
        reason == null ? 200 : null,
        reason,
        reason == null ? null : "a message",
        Duration.ofMillis(7),
        REQUEST,
        reason == null ? ANSWER : null);
  }

  @Test
  void attempts_areShownWithSamples() throws Exception {
    delivery.attempts = List.of(attempt("timeout"), attempt(null), attempt("dns"));
    Reply all = get(path + "/deliveries");
    assertThat(all.body().get("data")).hasSize(3);
    assertThat(all.body().at("/data/0").toString())
        .isEqualTo(
            "{\"at\":\"2026-03-01T12:00:00.123Z\",\"messageId\":\"m1\",\"type\":\"track\","
                + "\"round\":2,\"url\":\"https://example.com/\",\"outcome\":\"failed\","
                + "\"reason\":\"timeout\",\"message\":\"a message\",\"latencyMillis\":7,"
                + "\"request\":{\"headers\":{\"X-Key\":\"***\"},\"body\":\"{\\\"a\\\":1}\","
                + "\"truncated\":false}}");
    assertThat(get(path + "/deliveries?status=attempts&limit=2").body().get("data")).hasSize(2);
    assertThat(get(path + "/deliveries?reason=dns").body().get("data")).hasSize(1);
  }

  @Test
  void attempts_arePagedWhileTheyChange() throws Exception {
    DeliveryHistory.Attempt newest = attempt("dns", now);
    DeliveryHistory.Attempt second = attempt("timeout", now.minusMillis(1));
    DeliveryHistory.Attempt third = attempt(null, now.minusNanos(1_000_001));
    DeliveryHistory.Attempt oldest = attempt("timeout", now.minusSeconds(9));
    delivery.attempts = List.of(second, third, oldest);
    assertThat(get(path + "/deliveries?limit=3").body().get("next").isNull()).isTrue();
    String first = path + "/deliveries?limit=1";
    String next = get(first).text("next");
    delivery.attempts = List.of(newest, second, third, oldest);
    Reply page = get(first + "&cursor=" + next);
    assertThat(page.body().get("data")).hasSize(1);
    assertThat(page.body().at("/data/0/outcome").asText()).isEqualTo("delivered");
    delivery.attempts = List.of(newest, second, oldest); // the attempt of the cursor is gone
    Reply last = get(first + "&cursor=" + page.text("next"));
    assertThat(last.body().get("data").findValuesAsText("at"))
        .containsExactly("2026-03-01T11:59:51.123Z");
    assertThat(last.body().get("next").isNull()).isTrue();
    Reply filtered = get(first + "&reason=timeout");
    assertThat(get(first + "&reason=timeout&cursor=" + filtered.text("next")).body().get("data"))
        .hasSize(1);
    delivery.attempts = List.of();
    assertThat(get(first + "&cursor=" + next).body().get("data")).isEmpty();
  }

  @Test
  void failedDeliveries_arePaged() throws Exception {
    delivery.failed =
        List.of(
            new DeliveryHistory.Failed(
                0, 17, "m1", "track", now, now, "http_status", 410, "a message", null, true),
            new DeliveryHistory.Failed(
                0, 3, null, null, null, null, "expired", null, "a message", null, false));
    PageCursor<String> cursors = RawCursors.of("failed", id);
    String failed = path + "/deliveries?status=failed&limit=2&reason=expired&cursor=";
    Reply page = get(failed + cursors.text("0-17"));
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text("next")).isEqualTo(cursors.text("0-3"));
    assertThat(page.body().get("data")).hasSize(1);
    assertThat(page.body().at("/data/0").toString())
        .isEqualTo(
            "{\"partition\":0,\"offset\":3,\"reason\":\"expired\",\"message\":\"a message\","
                + "\"replayable\":false}");
    assertThat(delivery.asked).containsExactly(id + " 0-17 2");
    assertThat(get(failed + cursors.text("unknown")).wrongFields()).containsExactly("cursor");
    assertThat(get(path + "/deliveries?cursor=" + page.text("next")).wrongFields())
        .containsExactly("cursor");
  }

  @Test
  void failedDeliveries_saySinceWhenTheyAreListed() throws Exception {
    String list = path + "/deliveries?status=failed";
    assertThat(get(list).body().has("since")).isFalse();
    delivery.failedSince = now;
    assertThat(get(list).text("since")).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(get(path + "/deliveries").body().has("since")).as("attempts").isFalse();
  }

  private DeliveryHistory.Failed failed(
      long offset, @Nullable String acceptedAt, @Nullable String failedAt) {
    return new DeliveryHistory.Failed(
        0,
        offset,
        "m" + offset,
        "track",
        acceptedAt == null ? null : Instant.parse(acceptedAt),
        failedAt == null ? null : Instant.parse(failedAt),
        "timeout",
        null,
        "a message",
        null,
        true);
  }

  @ParameterizedTest
  @CsvSource({
    "'',4 3 2 1",
    "&from=2026-03-01T10:00:00Z,4 3",
    "&from=2026-03-01T12:00:00%2B02:00,4 3",
    "&from=2026-03-01T10:00:00.001Z,4",
    "&to=2026-03-01T10:00:00Z,2",
    "&to=2026-03-01T10:00:00.001Z,3 2",
    "&from=2026-03-01T09:00:00Z&to=2026-03-01T11:00:00Z,3 2",
    "&from=2026-03-01T11:00:00Z&to=2026-03-01T10:00:00Z,''"
  })
  void failedDeliveries_areOfARange(String range, String offsets) throws Exception {
    delivery.failed =
        List.of(
            failed(4, "2026-03-01T08:00:00Z", "2026-03-01T11:00:00Z"),
            failed(3, "2026-03-01T08:00:00Z", "2026-03-01T10:00:00Z"),
            failed(2, "2026-03-01T09:00:00Z", null),
            failed(1, null, null));
    Reply found = get(path + "/deliveries?status=failed" + range);
    assertThat(String.join(" ", found.body().get("data").findValuesAsText("offset")))
        .isEqualTo(offsets);
    Reply file = get(path + "/deliveries?status=failed&format=csv" + range);
    assertThat(new String(file.http().body(), UTF_8).lines().count() - 1)
        .as("exported")
        .isEqualTo(found.body().get("data").size());
  }

  @ParameterizedTest
  @CsvSource({
    "status=all,status",
    "status=failed&from=yesterday,from",
    "status=failed&to=2026-03-01,to",
    "from=2026-03-01T10:00:00Z,from",
    "reason=weather,reason",
    "limit=0,limit",
    "limit=201,limit",
    "cursor=,cursor",
    "cursor=%2F,cursor",
    "cursor=bogus,cursor",
    "cursor=1-2,cursor",
    "cursor=9999999999999999-00000000,cursor",
    "stauts=failed,stauts"
  })
  void deliveries_refuseWrongParameters(String query, String field) throws Exception {
    assertThat(get(path + "/deliveries?" + query).wrongFields()).containsExactly(field);
    String marked = query.replace("cursor=", "cursor=" + RawCursors.of("attempts", id).text(""));
    assertThat(get(path + "/deliveries?" + marked).wrongFields()).containsExactly(field);
  }

  @Test
  void metrics_haveACountForEveryStep() throws Exception {
    delivery.counts =
        List.of(
            new StepCounts(
                Instant.parse("2026-03-01T11:58:00Z"),
                5,
                1,
                2,
                9,
                new StepCounts.Latency(
                    Duration.ofMillis(3), Duration.ofMillis(40), Duration.ofSeconds(5)),
                Backlog.NONE));
    delivery.snapshot =
        new DeliveryStatistics.Snapshot(
            new DeliveryStatistics.Pending(12, now),
            List.of(
                new DeliveryStatistics.Url(
                    "https://example.com/",
                    State.FAILING,
                    DeliveryStatistics.Breaker.OPEN,
                    now,
                    8,
                    0)));
    Reply metrics = get(path + "/metrics?from=2026-03-01T13:57:30%2B02:00");
    assertThat(metrics.status()).isEqualTo(200);
    assertThat(metrics.body().get("data").findValuesAsText("at"))
        .containsExactly(
            "2026-03-01T11:57:00.000Z",
            "2026-03-01T11:58:00.000Z",
            "2026-03-01T11:59:00.000Z",
            "2026-03-01T12:00:00.000Z");
    assertThat(metrics.body().at("/data/1").toString())
        .isEqualTo(
            "{\"at\":\"2026-03-01T11:58:00.000Z\",\"delivered\":5,\"retried\":1,\"failed\":2,"
                + "\"attempts\":9,\"latency\":{\"p50\":3,\"p95\":40,\"p99\":5000},"
                + "\"backlog\":{\"messages\":0}}");
    assertThat(metrics.body().at("/data/2/latency").isMissingNode()).isTrue();
    assertThat(metrics.body().at("/data/2/backlog").isMissingNode()).isTrue();
    assertThat(metrics.body().at("/data/3/backlog/messages").asLong())
        .as("present backlog")
        .isEqualTo(12);
    assertThat(metrics.text("since")).isEqualTo("2026-03-01T11:59:00.123Z");
    assertThat(metrics.body().get("pending").toString())
        .isEqualTo("{\"messages\":12,\"oldestAt\":\"2026-03-01T12:00:00.123Z\"}");
    assertThat(metrics.body().at("/urls/0/breaker").asText()).isEqualTo("open");
    assertThat(delivery.asked)
        .containsExactly("MINUTE 2026-03-01T11:57:00Z 2026-03-01T12:00:00.123Z");
  }

  @Test
  void volumes_coverTheLastDay() throws Exception {
    assertThat(get("/api/destination-volumes").body().toString())
        .isEqualTo(
            "{\"from\":\"2026-02-28T12:00:00.000Z\","
                + "\"since\":\"2026-03-01T11:00:00.123Z\",\"data\":["
                + "{\"destinationId\":\"dst_0000000000001\",\"delivered\":7,\"failed\":2}]}");
    assertThat(delivery.asked).containsExactly("volumes 2026-02-28T12:00:00Z");
    assertThat(get("/api/destination-volumes?form=x").wrongFields()).containsExactly("form");
  }

  /** Nothing selects the events that the index does not distinguish. */
  @Test
  void deliveryOverview_listsOnlyWhatAPathSelects() throws Exception {
    Instant from = Instant.parse("2026-03-01T11:00:00Z");
    delivery.entryCounts =
        new AttemptCounts(
            List.of(
                new CountRow(from, List.of("false", "delivered", "A&B"), 3),
                new CountRow(from, List.of("false", "delivered", ""), 2),
                new CountRow(from, List.of("false", "delivered", LedgerSearch.OTHER_EVENTS), 1)),
            true);
    JsonNode rows = get("/api/delivery-overview?by=event").body().get("data");
    assertThat(rows.findValuesAsText("value")).containsExactly("A&B", "", "(other)");
    assertThat(rows.at("/0/steps/0/attempts").asText()).endsWith("&event=A%26B&end=delivered");
    assertThat(rows.at("/1/steps/0/attempts").asText()).endsWith("&noEvent=true&end=delivered");
    assertThat(rows.at("/2/steps").toString()).isEqualTo("[{\"step\":\"delivered\",\"count\":1}]");
  }

  @Test
  void metrics_chooseStepAndRange() throws Exception {
    assertThat(get(path + "/metrics").body().get("data")).hasSize(61);
    assertThat(get(path + "/metrics?from=2026-02-01T00:00:00Z").body().get("data"))
        .hasSize(28 * 24 + 13);
    assertThat(get(path + "/metrics?step=hour").body().get("data")).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "from=yesterday,from",
    "to=2026-03-01,to",
    "step=day,step",
    "from=2026-03-01T12:00:01Z,from",
    "from=2026-02-01T00:00:00Z&step=minute,from",
    "from=-999999999-01-01T00:00:00Z,from",
    "form=x,form"
  })
  void metrics_refuseWrongParameters(String query, String field) throws Exception {
    Reply refused = get(path + "/metrics?" + query);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly(field);
  }

  private ReplayStatus replay(ReplayStatus.State state) {
    ReplayOrder order = new ReplayOrder.Range(now.minusSeconds(60), now);
    return new ReplayStatus(1, state, now, false, null, 5, 3, 1, 1, 0.5, order);
  }

  @Test
  void replay_isStartedReadAndCancelled() throws Exception {
    delivery.start = new Replays.Started(replay(ReplayStatus.State.RUNNING));
    Reply started =
        post(
            path + "/replays",
            "{\"from\":\"2026-03-01T10:00:00+01:00\",\"to\":\"2026-03-02T00:00:00Z\"}");
    assertThat(started.status()).isEqualTo(201);
    assertThat(started.header("Location")).isEqualTo(path + "/replays/rpl_1");
    assertThat(started.body().toString())
        .isEqualTo(
            "{\"id\":\"rpl_1\",\"state\":\"running\",\"kind\":\"range\","
                + "\"from\":\"2026-03-01T11:59:00.123Z\",\"to\":\"2026-03-01T12:00:00.123Z\","
                + "\"taken\":5,\"delivered\":3,\"failed\":1,\"skipped\":1,\"progress\":0.5,"
                + "\"createdAt\":\"2026-03-01T12:00:00.123Z\"}");
    assertThat(delivery.asked)
        .containsExactly("Range[from=2026-03-01T09:00:00Z, to=2026-03-02T00:00:00Z]");
    assertThat(get(path + "/replays").body().toString()).isEqualTo("{\"data\":[],\"next\":null}");
    delivery.replays.add(replay(ReplayStatus.State.CANCELLED));
    assertThat(get(path + "/replays").body().get("data")).hasSize(1);
    assertThat(get(path + "/replays/rpl_1").text("state")).isEqualTo("cancelled");
    assertThat(request("DELETE", path + "/replays/rpl_1", null).text("id")).isEqualTo("rpl_1");
    assertThat(get(path + "/replays/rpl_2").status()).isEqualTo(404);
    assertThat(request("DELETE", path + "/replays/rpl_2", null).status()).isEqualTo(404);
  }

  @Test
  void replay_hasThreeForms() throws Exception {
    delivery.start = new Replays.Started(replay(ReplayStatus.State.WAITING));
    assertThat(
            post(path + "/replays", "{\"failed\":true,\"since\":\"2026-03-01T12:00:00.123Z\"}")
                .status())
        .isEqualTo(201);
    assertThat(post(path + "/replays", "{\"messageId\":\"m 1\"}").status()).isEqualTo(201);
    assertThat(delivery.asked)
        .containsExactly(
            "FailedSince[since=2026-03-01T12:00:00.123Z]",
            "OneMessage[messageId=m 1, sourceId=null]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|''",
        "{\"from\":\"2026-03-01T10:00:00Z\"}|to",
        "{\"to\":\"2026-03-01T10:00:00Z\"}|from",
        "{\"from\":\"2026-03-01T10:00:00Z\",\"to\":\"2026-03-01T10:00:00Z\"}|from",
        "{\"from\":\"2026-03-01T12:00:01Z\",\"to\":\"2026-03-02T10:00:00Z\"}|from",
        "{\"from\":\"x\",\"to\":\"2026-03-02T10:00:00Z\"}|from",
        "{\"from\":5,\"to\":\"2026-03-02T10:00:00Z\"}|from",
        "{\"sourceId\":\"src_1\"}|messageId",
        "{\"failed\":true}|since",
        "{\"since\":\"2026-03-01T10:00:00Z\"}|failed",
        "{\"failed\":false,\"since\":\"2026-03-01T10:00:00Z\"}|failed",
        "{\"failed\":true,\"since\":\"2026-03-01T12:00:01Z\"}|since",
        "{\"messageId\":\"\"}|messageId",
        "{\"from\":\"-999999999-01-01T00:00:00Z\",\"to\":\"2026-03-01T10:00:00Z\"}|from",
        "{\"from\":\"2026-03-01T10:00:00Z\",\"to\":\"+999999999-12-31T23:59:59Z\"}|to",
        "{\"failed\":true,\"since\":\"-200000000-01-01T00:00:00Z\"}|since",
        "{\"messageId\":7}|messageId",
        "{\"messageId\":\"m\",\"failed\":true,\"since\":\"2026-03-01T10:00:00Z\"}|''",
        "{\"messageId\":\"m\",\"all\":true}|all"
      })
  void replayOfNoForm_isRefused(String body, String field) throws Exception {
    Reply refused = post(path + "/replays", body);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly(field);
    assertThat(delivery.asked).isEmpty();
  }

  @Test
  void replayThatCannotStart_isExplained() throws Exception {
    String order = "{\"messageId\":\"m1\"}";
    assertThat(post(path + "/replays", order).wrongFields()).containsExactly("messageId");
    delivery.start = new Replays.Busy(9);
    Reply busy = post(path + "/replays", order);
    assertThat(busy.status()).isEqualTo(409);
    assertThat(busy.text("detail")).contains("rpl_9");
    delivery.start = new Replays.StillTried();
    Reply tried = post(path + "/replays", order);
    assertThat(tried.status()).isEqualTo(409);
    assertThat(tried.text("detail")).contains("still being tried");
    delivery.start = new Replays.NoSuchDestination();
    assertThat(post(path + "/replays", order).status()).isEqualTo(404);
    request("PATCH", path, "{\"enabled\":false}");
    Reply disabled = post(path + "/replays", order);
    assertThat(disabled.status()).isEqualTo(409);
    assertThat(disabled.text("detail")).contains("disabled");
  }

  @Test
  void message_isShownWithItsStatusAtEveryDestination() throws Exception {
    delivery.messages =
        List.of(
            new MessageLookup.MessageView(
                "m/1",
                new SourceId(1),
                "track",
                "u",
                null,
                now,
                0,
                17,
                "{\"userId\":\"u\"}",
                false,
                List.of(
                    new MessageLookup.DeliveryView(
                        new DestinationId(1),
                        MessageLookup.State.RETRYING,
                        "timeout",
                        null,
                        null,
                        2,
                        now.plusSeconds(5),
                        null,
                        null,
                        null),
                    MessageLookup.DeliveryView.of(
                        new DestinationId(2), MessageLookup.State.NOT_FOR_IT, null))));
    Reply found = get("/api/messages/m%2F1");
    assertThat(found.status()).isEqualTo(200);
    assertThat(delivery.asked).containsExactly("m/1");
    assertThat(found.body().toString())
        .isEqualTo(
            "{\"data\":[{\"messageId\":\"m/1\",\"sourceId\":\"src_0000000000001\","
                + "\"type\":\"track\",\"userId\":\"u\",\"acceptedAt\":\"2026-03-01T12:00:00.123Z\","
                + "\"partition\":0,\"offset\":17,\"message\":{\"userId\":\"u\"},"
                + "\"complete\":false,"
                + "\"destinations\":[{\"destinationId\":\"dst_0000000000001\","
                + "\"state\":\"retrying\",\"reason\":\"timeout\",\"round\":2,"
                + "\"nextAttemptAt\":\"2026-03-01T12:00:05.123Z\"},"
                + "{\"destinationId\":\"dst_0000000000002\",\"state\":\"not_for_it\"}]}]}");
  }

  @Test
  void messageThatTheLogDoesNotHold_isNotFound() throws Exception {
    assertThat(get("/api/messages/m1").status()).isEqualTo(404);
    assertThat(get("/api/messages/" + "x".repeat(101)).status()).isEqualTo(404);
    assertThat(delivery.asked).containsExactly("m1");
  }

  @Test
  void tryNow_hurriesTheDestinationAndIsAudited() throws Exception {
    delivery.snapshot =
        new DeliveryStatistics.Snapshot(
            new DeliveryStatistics.Pending(7, null),
            List.of(
                new DeliveryStatistics.Url(
                    "https://x", State.DEGRADED, DeliveryStatistics.Breaker.CLOSED, null, 8, 2)));
    Reply tried = post("/api/destinations/" + id + "/try-now", "");
    assertThat(tried.status()).isEqualTo(200);
    assertThat(tried.body().toString())
        .isEqualTo(
            "{\"pending\":{\"messages\":7},\"urls\":[{\"url\":\"https://x\","
                + "\"state\":\"degraded\",\"breaker\":\"closed\","
                + "\"concurrency\":8,\"inFlight\":2}]}");
    assertThat(delivery.asked).containsExactly(id + " now");
    assertThat(get("/api/audit").body().toString()).contains("destination.tried");
  }

  @Test
  void tryNow_isRefusedForAPausedOrDisabledDestination() throws Exception {
    String path = "/api/destinations/" + id;
    request("PATCH", path, "{\"paused\":true}");
    assertThat(post(path + "/try-now", "").status()).isEqualTo(409);
    request("PATCH", path, "{\"paused\":false,\"enabled\":false}");
    assertThat(post(path + "/try-now", "").status()).isEqualTo(409);
    assertThat(post("/api/destinations/dst_nosuch/try-now", "").status()).isEqualTo(404);
    assertThat(delivery.asked).isEmpty();
  }

  @Test
  void nodeWithoutTheDeliverRole_hasNoData() {
    List<String> answers =
        DeliveryApi.none()
            .routes(catalog, trail, () -> now, call -> Redaction.NONE, ReceivedMessages.NONE)
            .stream()
            .flatMap(part -> part.resources().stream())
            .flatMap(
                resource ->
                    resource.endpoints().entrySet().stream()
                        .map(
                            entry ->
                                "%s %s %d"
                                    .formatted(
                                        resource.path(), entry.getKey(), answer(resource, entry))))
            .toList();
    assertThat(answers)
        .containsExactlyInAnyOrder(
            "/destinations/:id/test POST 503",
            "/destinations/:id/try-now POST 503",
            "/destinations/:id/deliveries GET 200",
            "/destinations/:id/metrics GET 200",
            "/destination-volumes GET 200",
            "/destinations/:id/replays GET 200",
            "/destinations/:id/replays POST 503",
            "/destinations/:id/replays/:replayId GET 404",
            "/destinations/:id/replays/:replayId DELETE 404",
            "/messages GET 422",
            "/messages/:messageId GET 404",
            "/messages/:messageId/story GET 404",
            "/attempts GET 200",
            "/attempts/counts GET 200",
            "/destinations/:id/attempts GET 200",
            "/delivery-overview GET 200");
  }

  private int answer(Resource resource, Map.Entry<HttpMethod, Endpoint> endpoint) {
    String body = resource.path().endsWith("/replays") ? "{\"messageId\":\"m\"}" : "";
    ApiRequest call = call(Map.of("id", id, "replayId", "r", "messageId", "m"), body);
    try {
      return ((ApiResponse) endpoint.getValue().answer(call)).status();
    } catch (ApiException refused) {
      return refused.code().status();
    }
  }
}
