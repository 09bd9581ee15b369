package io.postrider.server.rejected;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.log.RecordBatch;
import io.postrider.message.ErrorCode;
import io.postrider.message.Rejection;
import io.postrider.server.database.TimeStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Stored calls: searching, counting, hiding, bounds and restarts. */
class RejectedStoreTest {

  private static final SourceId SOURCE = new SourceId(7);
  private static final RejectedSearch ALL = new RejectedSearch(null, false, null, null, null, null);

  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private final RejectedFixture fixture = new RejectedFixture(() -> now);

  private void reject(@Nullable SourceId source, ErrorCode code, String sender, String body) {
    fixture.reject(source, code, sender, now, body);
  }

  private List<String> bodies(RejectedSearch search) {
    return bodies(fixture, search);
  }

  private static List<String> bodies(RejectedFixture node, RejectedSearch search) {
    return node.reports().calls(search, Long.MAX_VALUE, 100).orElseThrow().found().stream()
        .map(found -> found.call().body().text())
        .toList();
  }

  private Map<Instant, Map<String, Long>> counts(RejectedSearch search) {
    return fixture
        .reports()
        .counts(search, TimeStep.MINUTE, now.minus(Duration.ofDays(1)), now.plusSeconds(60))
        .orElseThrow()
        .steps();
  }

  @Test
  void nodesThatShareTheLog_showAndHideTheCallsOfAll() {
    RejectedFixture other = fixture.another();
    reject(SOURCE, ErrorCode.INVALID_JSON, "192.0.2.1", "one");
    other.reject(SOURCE, ErrorCode.INVALID_JSON, "192.0.2.1", now, "{\"userId\":\"ada\"}");
    fixture.save();
    for (RejectedFixture node : List.of(fixture, other)) {
      assertThat(bodies(node, ALL)).containsExactly("{\"userId\":\"ada\"}", "one");
      assertThat(node.reports().calls(ALL, Long.MAX_VALUE, 100).orElseThrow().since())
          .isEqualTo(now);
    }
    assertThat(counts(ALL)).isEqualTo(Map.of(now, Map.of("invalid_json", 2L)));

    fixture.open().erase(Set.of("ada"));
    other.save();
    assertThat(bodies(other, ALL)).containsExactly("one");
  }

  @Test
  void calls_areFoundByWhatTheyAre_newestFirst_alsoAfterARestart() {
    reject(SOURCE, ErrorCode.INVALID_JSON, "192.0.2.1", "one");
    now = now.plusSeconds(60);
    reject(null, ErrorCode.INVALID_WRITE_KEY, "192.0.2.2", "two");
    for (int process = 1; process <= 2; process++) {
      assertThat(bodies(ALL)).containsExactly("two", "one");
      assertThat(bodies(new RejectedSearch(SOURCE, false, null, null, null, null)))
          .containsExactly("one");
      assertThat(bodies(new RejectedSearch(null, true, null, null, null, null)))
          .containsExactly("two");
      assertThat(bodies(new RejectedSearch(null, false, "invalid_json", null, null, null)))
          .containsExactly("one");
      assertThat(bodies(new RejectedSearch(null, false, null, "192.0.2.2", null, null)))
          .containsExactly("two");
      assertThat(bodies(new RejectedSearch(null, false, null, null, now, null)))
          .containsExactly("two");
      assertThat(bodies(new RejectedSearch(null, false, null, null, null, now)))
          .containsExactly("one");
      assertThat(counts(ALL))
          .isEqualTo(
              Map.of(
                  now.minusSeconds(60),
                  Map.of("invalid_json", 1L),
                  now,
                  Map.of("invalid_write_key", 1L)));
      fixture.restart();
    }
  }

  @Test
  void pages_goOnWhereTheLastEnded() {
    for (int i = 1; i <= 5; i++) {
      reject(SOURCE, ErrorCode.INVALID_JSON, "192.0.2.1", "body " + i);
    }
    RejectedReports reports = fixture.reports();
    RejectedReports.Calls first = reports.calls(ALL, Long.MAX_VALUE, 2).orElseThrow();
    assertThat(first.found()).hasSize(2);
    RejectedReports.Calls next =
        reports.calls(ALL, first.found().getLast().place(), 2).orElseThrow();
    assertThat(next.found().stream().map(found -> found.call().body().text()))
        .containsExactly("body 3", "body 2");
  }

  @Test
  void counts_areExact_whateverIsKept() {
    for (int i = 0; i < 500; i++) {
      reject(SOURCE, ErrorCode.INVALID_JSON, "192.0.2.1", "x");
    }
    assertThat(bodies(ALL)).hasSize(SenderLimits.SENDER_BURST);
    assertThat(counts(ALL)).isEqualTo(Map.of(now, Map.of("invalid_json", 500L)));
    assertThat(fixture.reports().dropped()).containsEntry("rate", 500L - SenderLimits.SENDER_BURST);
  }

  @Test
  void deletedUsers_areHidden_alsoAfterARestart_andNewCallsShow() {
    reject(SOURCE, ErrorCode.EVENT_NOT_DEFINED, "192.0.2.1", "{\"userId\":\"gone\",\"n\":1}");
    reject(SOURCE, ErrorCode.EVENT_NOT_DEFINED, "192.0.2.1", "{\"userId\":\"stays\"}");
    fixture.open().erase(List.of("gone"));
    assertThat(bodies(ALL)).containsExactly("{\"userId\":\"stays\"}");
    fixture.restart();
    assertThat(bodies(ALL)).containsExactly("{\"userId\":\"stays\"}");
    reject(SOURCE, ErrorCode.EVENT_NOT_DEFINED, "192.0.2.1", "{\"userId\":\"gone\",\"n\":2}");
    assertThat(bodies(ALL)).first().isEqualTo("{\"userId\":\"gone\",\"n\":2}");
  }

  @Test
  void callThatStillWaits_whenItsUserIsDeleted_isHidden() {
    fixture
        .calls()
        .keep(
            RejectedCall.request(
                now,
                SOURCE,
                new Rejection(ErrorCode.INVALID_JSON, "Wrong."),
                "192.0.2.1",
                "{\"userId\":\"gone\"}".getBytes(UTF_8),
                17));
    fixture.open().erase(List.of("gone"));
    assertThat(bodies(ALL)).isEmpty();
  }

  @Test
  void oldCalls_areForgotten_andTheAnswerSaysSinceWhen() {
    reject(SOURCE, ErrorCode.INVALID_JSON, "192.0.2.1", "old");
    assertThat(fixture.reports().calls(ALL, Long.MAX_VALUE, 1).orElseThrow().since())
        .isEqualTo(now);
    now = now.plus(RejectedFixture.RETENTION).plusMillis(1);
    fixture.save();
    assertThat(bodies(ALL)).isEmpty();
    assertThat(counts(ALL)).isEmpty();
    assertThat(fixture.reports().calls(ALL, Long.MAX_VALUE, 1).orElseThrow().since())
        .isEqualTo(now.minus(RejectedFixture.RETENTION));
  }

  @Test
  void queue_isBounded_andDropsAreCounted() {
    RejectedCall call =
        RejectedCall.message(now, SOURCE, new Rejection(ErrorCode.INVALID_JSON, ""), "", 0, null);
    for (int i = 0; i <= RejectedCalls.MAX_QUEUED; i++) {
      fixture.calls().keep(call);
    }
    assertThat(fixture.reports().dropped()).containsEntry("queue", 1L);
    fixture.save();
    fixture.calls().keep(call);
    assertThat(fixture.reports().dropped()).containsEntry("queue", 1L);
  }

  @Test
  void index_isBounded() {
    RejectedIndex index = new RejectedIndex();
    StoredCall call = new StoredCall(now, null, "c", "", "s", 0, 0, new RejectedBody("", Set.of()));
    for (int i = 0; i < RejectedIndex.MAX_CALLS; i++) {
      index.add(i, call);
    }
    assertThat(index.forgottenTo()).isNull();
    index.add(RejectedIndex.MAX_CALLS, call);
    assertThat(index.size()).isEqualTo(RejectedIndex.MAX_CALLS);
    assertThat(index.forgottenTo()).isEqualTo(now);
  }

  @Test
  void counts_areBounded_theOldestMinuteGoesFirst() {
    RejectionCounts counts = new RejectionCounts();
    for (int i = 0; i <= RejectionCounts.MAX_COUNTS; i++) {
      counts.add(now.plus(Duration.ofMinutes(i)), List.of(new RejectedRecord.Count(null, "c", 1)));
    }
    assertThat(counts.size()).isEqualTo(RejectionCounts.MAX_COUNTS);
    assertThat(counts.forgottenTo()).isEqualTo(now.plus(Duration.ofMinutes(1)));
  }

  @Test
  void recordsOfANewerVersion_areSkipped() {
    fixture.log.append(0, RecordBatch.of(new byte[] {99, 0, 0, 0, 0, 0, 0, 0, 1})).join();
    fixture.log.append(0, RecordBatch.of(new byte[] {2, 0})).join();
    reject(SOURCE, ErrorCode.INVALID_JSON, "192.0.2.1", "one");
    assertThat(bodies(ALL)).containsExactly("one");
  }
}
