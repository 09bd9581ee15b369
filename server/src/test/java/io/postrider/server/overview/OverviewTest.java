package io.postrider.server.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.id.DestinationId;
import io.postrider.server.alerts.AlertKind;
import io.postrider.server.alerts.Notification;
import io.postrider.server.alerts.NotificationStore;
import io.postrider.server.catalog.DestinationHealth.State;
import io.postrider.server.catalog.RefusedWorkspaceFile;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.StepCounts;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.SetAside;
import io.postrider.server.http.admin.ApiTests;
import io.postrider.server.http.admin.Reply;
import io.postrider.server.overview.OverviewFigures.Condition;
import io.postrider.server.usage.IngestCountStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The overview and the list of notifications, over figures that the test chooses. */
final class OverviewTest extends ApiTests {

  private DestinationId destination(String name) throws Exception {
    Reply created =
        post(
            "/api/destinations",
            "{\"name\":\"%s\",\"settings\":{\"webhooks\":[{\"url\":\"https://example.com/\"}]}}"
                .formatted(name));
    return DestinationId.parse(created.text("id")).orElseThrow();
  }

  private static Condition condition(
      State state, boolean held, long failed, @Nullable Instant waitingSince) {
    Instant since = state == State.HEALTHY ? null : Instant.parse("2026-03-01T10:00:00Z");
    long waiting = waitingSince == null ? 0 : 1;
    return new Condition(
        state, held, since, failed, waiting, waitingSince, "The receiver answered 500.");
  }

  @Test
  void quietSystem_hasZerosAndNoAttention() throws Exception {
    Reply overview = get("/api/overview");
    assertThat(overview.status()).isEqualTo(200);
    assertThat(overview.body().has("since")).isFalse();
    assertThat(overview.body().get("accepted")).hasSize(61);
    assertThat(overview.body().get("delivered")).hasSize(61);
    assertThat(overview.body().get("totals").toString())
        .isEqualTo("{\"accepted\":0,\"rejected\":0,\"delivered\":0,\"retried\":0,\"failed\":0}");
    assertThat(overview.body().get("attention")).isEmpty();
    assertThat(overview.body().get("backlog").toString()).isEqualTo("{\"messages\":0}");
    assertThat(figures.asked)
        .containsExactly(
            "MINUTE 2026-03-01T11:00:00Z 2026-03-01T12:00:00.123Z",
            "old before 2026-03-01T11:00:00.123Z");
  }

  @Test
  void figures_areShownByStepAndTogether() throws Exception {
    Instant first = Instant.parse("2026-03-01T10:00:00Z");
    Instant second = Instant.parse("2026-03-01T11:00:00Z");
    figures.ingestCounts =
        List.of(new IngestCountStore.Count(first, 10, 1), new IngestCountStore.Count(second, 5, 0));
    figures.deliveries =
        new OverviewFigures.Deliveries(
            List.of(
                new StepCounts(
                    second,
                    3,
                    2,
                    1,
                    9,
                    new StepCounts.Latency(
                        Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(3)),
                    new Backlog(40, Duration.ofSeconds(90)))),
            Duration.ofMillis(2));
    figures.situation =
        new OverviewFigures.Situation(7, first, Map.of(), null, List.of(), null, new TreeSet<>());
    figures.countedSince = first;
    JsonNode overview = get("/api/overview?from=2026-03-01T10:20:00Z&step=hour").body();
    assertThat(overview.get("accepted").toString())
        .isEqualTo(
            "[{\"at\":\"2026-03-01T10:00:00.000Z\",\"count\":10,\"rejected\":1},"
                + "{\"at\":\"2026-03-01T11:00:00.000Z\",\"count\":5,\"rejected\":0},"
                + "{\"at\":\"2026-03-01T12:00:00.000Z\",\"count\":0,\"rejected\":0}]");
    assertThat(overview.at("/delivered/1").toString())
        .isEqualTo(
            "{\"at\":\"2026-03-01T11:00:00.000Z\",\"delivered\":3,\"retried\":2,\"failed\":1,"
                + "\"latency\":{\"p50\":1,\"p95\":2,\"p99\":3},"
                + "\"backlog\":{\"messages\":40,\"ageMillis\":90000}}");
    assertThat(overview.at("/delivered/0").has("backlog")).as("nobody looked").isFalse();
    assertThat(overview.at("/delivered/2/backlog").toString())
        .as("what waits now")
        .isEqualTo("{\"messages\":7,\"ageMillis\":7200123}");
    assertThat(overview.get("totals").toString())
        .isEqualTo(
            "{\"since\":\"2026-03-01T10:00:00.000Z\",\"accepted\":15,\"rejected\":1,"
                + "\"delivered\":3,\"retried\":2,\"failed\":1,"
                + "\"successRate\":0.75,\"latencyP95\":2}");
    assertThat(overview.get("backlog").toString())
        .isEqualTo("{\"messages\":7,\"oldestAt\":\"2026-03-01T10:00:00.000Z\"}");
  }

  @ParameterizedTest
  @CsvSource({"from=x,from", "step=day,step", "from=2026-03-01T12:00:01Z,from", "form=x,form"})
  void overview_refusesWrongParameters(String query, String field) throws Exception {
    assertThat(get("/api/overview?" + query).wrongFields()).containsExactly(field);
  }

  @Test
  void sourcesAndDestinations_areCountedByState() throws Exception {
    create("one");
    Reply off = create("two");
    request("PATCH", "/api/sources/" + off.text("id"), "{\"enabled\":false}");
    DestinationId healthy = destination("h");
    DestinationId failing = destination("f");
    destination("unknown yet");
    figures.situation =
        new OverviewFigures.Situation(
            0,
            null,
            Map.of(
                healthy, condition(State.HEALTHY, false, 0, null),
                failing, condition(State.FAILING, true, 0, null)),
            null,
            List.of(),
            null,
            new TreeSet<>());
    JsonNode overview = get("/api/overview").body();
    assertThat(overview.get("since").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(overview.get("sources").toString()).isEqualTo("{\"total\":2,\"enabled\":1}");
    assertThat(overview.get("destinations").toString())
        .isEqualTo(
            "{\"total\":3,\"byState\":{\"disabled\":0,\"paused\":0,\"unconnected\":1,"
                + "\"healthy\":1,\"degraded\":0,\"failing\":1}}");
  }

  @Test
  void heldDestination_withABacklogSaysThatMessagesWait() throws Exception {
    DestinationId held = destination("held");
    Instant waitingSince = Instant.parse("2026-03-01T09:00:00Z");
    figures.situation =
        new OverviewFigures.Situation(
            1,
            null,
            Map.of(held, condition(State.FAILING, true, 0, waitingSince)),
            null,
            List.of(),
            null,
            new TreeSet<>());
    assertThat(get("/api/overview").body().at("/attention/0/message").asText())
        .isEqualTo("All URLs are failing; messages wait. The receiver answered 500.");
  }

  @Test
  void attention_listsProblemsMostSevereFirst() throws Exception {
    DestinationId failed = destination("failed");
    DestinationId old = destination("old");
    DestinationId held = destination("held");
    DestinationId refusing = destination("refusing");
    DestinationId degraded = destination("degraded");
    destination("healthy");
    figures.situation =
        new OverviewFigures.Situation(
            1,
            null,
            Map.of(
                failed, condition(State.HEALTHY, false, 1_200, null),
                old, condition(State.PAUSED, false, 0, Instant.parse("2026-03-01T09:00:00Z")),
                held, condition(State.FAILING, true, 0, null),
                refusing, condition(State.FAILING, false, 0, null),
                degraded, condition(State.DEGRADED, false, 0, null)),
            "no space for the log",
            List.of(
                new SetAside(
                    DataFile.STATISTICS,
                    Instant.parse("2026-03-01T08:00:00Z"),
                    "statistics.db.damaged-1")),
            new RefusedWorkspaceFile(
                Instant.parse("2026-03-01T11:00:00Z"),
                "The workspace file is invalid: w.yaml:4:5: sources.a.type must be web."),
            new TreeSet<>());
    JsonNode attention = get("/api/overview").body().get("attention");
    assertThat(attention.findValuesAsText("kind"))
        .containsExactly(
            "log_unavailable",
            "workspace_file_refused",
            "destination_held",
            "destination_failing",
            "destination_degraded",
            "backlog_old",
            "failed_deliveries",
            "data_set_aside");
    assertThat(attention.findValuesAsText("name"))
        .containsExactly("held", "refusing", "degraded", "old", "failed");
    assertThat(attention.at("/0/message").asText()).contains("no space for the log");
    assertThat(attention.at("/1/message").asText())
        .contains("sources.a.type must be web. The settings before it stay in force.");
    assertThat(attention.at("/1/since").asText()).isEqualTo("2026-03-01T11:00:00.000Z");
    assertThat(attention.at("/2/message").asText())
        .isEqualTo("All URLs are failing; no message waits. The receiver answered 500.");
    assertThat(attention.at("/2/since").asText()).isEqualTo("2026-03-01T10:00:00.000Z");
    assertThat(attention.at("/5/message").asText()).contains("2026-03-01T09:00:00.000Z");
    assertThat(attention.at("/6/message").asText()).startsWith("1,200 deliveries failed");
    assertThat(attention.at("/7/message").asText())
        .startsWith("statistics.db was damaged and set aside as statistics.db.damaged-1.")
        .contains("counters start from zero");
    assertThat(attention.at("/7/since").asText()).isEqualTo("2026-03-01T08:00:00.000Z");
  }

  @Test
  void attention_showsViewersNoSecretsOfUrls() throws Exception {
    String error = "No connection to https://example.com/hook?sekret.";
    figures.situation =
        new OverviewFigures.Situation(
            0,
            null,
            Map.of(destination("d"), new Condition(State.FAILING, true, null, 0, 0, null, error)),
            null,
            List.of(),
            null,
            new TreeSet<>());
    String viewer = post("/api/tokens", "{\"name\":\"v\",\"role\":\"viewer\"}").text("token");
    String seen =
        request("GET", "/api/overview", null, Map.of("Authorization", "Bearer " + viewer))
            .body()
            .get("attention")
            .toString();
    assertThat(get("/api/overview").body().toString()).contains("sekret");
    assertThat(seen).contains("https://example.com/hook?***").doesNotContain("sekret");
  }

  @Test
  void partitionsThatNobodyDelivers_needAttention() throws Exception {
    figures.situation =
        new OverviewFigures.Situation(
            0, null, Map.of(), null, List.of(), null, new TreeSet<>(Set.of(7, 3)));
    JsonNode attention = get("/api/overview").body().get("attention");
    assertThat(attention.findValuesAsText("kind")).containsExactly("partitions_unowned");
    assertThat(attention.at("/0/message").asText())
        .startsWith("No node delivers partitions [3, 7] of the log;");
  }

  @Test
  void attention_isBounded() throws Exception {
    Map<DestinationId, Condition> conditions = new HashMap<>();
    for (int i = 0; i < 51; i++) {
      conditions.put(
          destination("d" + i),
          condition(State.FAILING, true, 1, Instant.parse("2026-03-01T09:00:00Z")));
    }
    figures.situation =
        new OverviewFigures.Situation(0, null, conditions, null, List.of(), null, new TreeSet<>());
    JsonNode attention = get("/api/overview").body().get("attention");
    assertThat(attention).hasSize(100);
    assertThat(attention.findValuesAsText("kind")).doesNotContain("failed_deliveries");
  }

  @Test
  void notifications_arePagedNewestFirst() throws Exception {
    assertThat(get("/api/notifications").body().toString())
        .isEqualTo("{\"data\":[],\"next\":null}");
    saveNotification(1, now.minusSeconds(1));
    saveNotification(71, now);
    Reply page = get("/api/notifications?limit=1");
    assertThat(page.body().at("/data/0").toString())
        .isEqualTo(
            "{\"id\":\"ntf_1z\",\"at\":\"2026-03-01T12:00:00.123Z\","
                + "\"kind\":\"destination.failing\",\"destinationId\":\"dst_0000000000005\","
                + "\"destinationName\":\"Warehouse\",\"message\":\"a message\","
                + "\"since\":\"2026-03-01T11:59:00.123Z\",\"sent\":\"waiting\"}");
    Reply last = get("/api/notifications?cursor=" + page.text("next"));
    assertThat(last.body().at("/data/0/id").asText()).isEqualTo("ntf_1");
    assertThat(last.body().get("next").isNull()).isTrue();
    assertThat(get("/api/notifications?cursor=x").wrongFields()).containsExactly("cursor");
  }

  private void saveNotification(long id, Instant at) {
    DestinationId destination = new DestinationId(5);
    notifications.save(
        List.of(
            new NotificationStore.Change(
                destination,
                null,
                new Notification(
                    id,
                    at,
                    AlertKind.FAILING,
                    destination,
                    "Warehouse",
                    "a message",
                    at.minusSeconds(60),
                    Notification.Sent.WAITING))));
  }
}
