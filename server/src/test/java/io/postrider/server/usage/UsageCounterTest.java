package io.postrider.server.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import io.postrider.message.SourceType;
import io.postrider.route.Catalog;
import io.postrider.route.EventName;
import io.postrider.route.EventRules;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.server.usage.UsageCounts.CallCount;
import io.postrider.server.usage.UsageCounts.EventCount;
import io.postrider.server.usage.UsageCounts.ReceivedCount;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UsageCounterTest {

  private static final Instant EVENING = Instant.parse("2026-03-01T23:59:59.999Z");
  private static final Instant MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z");
  private static final int DAY = (int) (MIDNIGHT.getEpochSecond() / 86_400) - 1;
  private static final SourceId ONE = new SourceId(1);

  private final AcceptedRecords records = new AcceptedRecords();

  private static Catalog catalog(SourceType type, EventRules rules) {
    return catalog(type, rules, false);
  }

  private static Catalog catalog(SourceType type, EventRules rules, boolean countsFiltered) {
    Source source = new Source(ONE, "S", type, true, null, List.of(), Instant.EPOCH, rules);
    Workspace workspace = Workspace.DEFAULT.withFilteredServerCallsCount(countsFiltered);
    return Catalog.of(List.of(source), List.of(), workspace, List.of());
  }

  private static UsageCounter counter(Catalog catalog, byte[]... those) {
    UsageCounter counter = new UsageCounter(catalog);
    for (byte[] record : those) {
      counter.add(AcceptedRecords.view(record));
    }
    return counter;
  }

  @Test
  void receivedMessages_areCountedByMinute() {
    UsageCounter counter =
        counter(
            catalog(SourceType.WEB, EventRules.NONE),
            records.track(1, EVENING, "a"),
            records.track(2, MIDNIGHT, "a"),
            records.track(1, EVENING, "b"));
    assertThat(counter.counts().received())
        .containsExactlyInAnyOrder(
            new ReceivedCount(MIDNIGHT.minusSeconds(60), 2), new ReceivedCount(MIDNIGHT, 1));
  }

  @Test
  void calls_areCountedBySourceTypeAndDay() {
    UsageCounter counter =
        counter(
            catalog(SourceType.WEB, EventRules.NONE),
            records.track(1, EVENING, "a"),
            records.track(1, EVENING, "b"),
            records.track(1, MIDNIGHT, "a"),
            records.track(2, EVENING, "a"),
            records.of(1, MessageType.PAGE, EVENING, "{\"userId\":\"u\"}"));
    assertThat(counter.counts().calls())
        .containsExactlyInAnyOrder(
            new CallCount(ONE, DAY, MessageType.TRACK, 2, 0, 0),
            new CallCount(ONE, DAY + 1, MessageType.TRACK, 1, 0, 0),
            new CallCount(new SourceId(2), DAY, MessageType.TRACK, 1, 0, 0),
            new CallCount(ONE, DAY, MessageType.PAGE, 1, 0, 0));
    assertThat(counter.counts().events())
        .containsExactlyInAnyOrder(
            new EventCount(ONE, "a", 2, 0, EVENING.toEpochMilli(), MIDNIGHT.toEpochMilli()),
            new EventCount(ONE, "b", 1, 0, EVENING.toEpochMilli(), EVENING.toEpochMilli()),
            new EventCount(
                new SourceId(2), "a", 1, 0, EVENING.toEpochMilli(), EVENING.toEpochMilli()));
  }

  @Test
  void filteredCalls_areCountedSeparately_andTowardUsageForServersIfTheWorkspaceSaysSo() {
    EventRules rules = EventRules.NONE.decided("bad", false);
    byte[] bad = records.track(1, EVENING, "bad");
    byte[] good = records.track(1, EVENING, "good");
    assertThat(counter(catalog(SourceType.SERVER, rules, true), bad, good).counts().calls())
        .containsExactly(new CallCount(ONE, DAY, MessageType.TRACK, 2, 1, 1));
    assertThat(counter(catalog(SourceType.WEB, rules, true), bad, good).counts().calls())
        .containsExactly(new CallCount(ONE, DAY, MessageType.TRACK, 2, 1, 0));
    assertThat(counter(catalog(SourceType.SERVER, rules), bad, good).counts().calls())
        .containsExactly(new CallCount(ONE, DAY, MessageType.TRACK, 2, 1, 0));
    assertThat(counter(catalog(SourceType.WEB, rules), bad, good).counts().calls())
        .containsExactly(new CallCount(ONE, DAY, MessageType.TRACK, 2, 1, 0));
    EventRules blocking = EventRules.NONE.blockingNew(Set.of("good"));
    assertThat(counter(catalog(SourceType.WEB, blocking), bad, good).counts().events())
        .extracting(EventCount::event, EventCount::filtered)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("bad", 1L),
            org.assertj.core.groups.Tuple.tuple("good", 0L));
  }

  @Test
  void longNames_areCutAndCountTogether() {
    String longest = "x".repeat(EventName.MAX_CODE_POINTS);
    UsageCounter counter =
        counter(
            catalog(SourceType.WEB, EventRules.NONE),
            records.track(1, EVENING, longest + "1"),
            records.track(1, EVENING, longest + "2"));
    assertThat(counter.counts().events())
        .singleElement()
        .satisfies(
            count -> {
              assertThat(count.event()).isEqualTo(longest);
              assertThat(count.calls()).isEqualTo(2);
            });
  }

  @Test
  void computedMessages_areNotCounted() {
    RecordBuffer buffer = new RecordBuffer(512);
    String json =
        "{\"type\":\"delete\",\"userId\":\"u\",\"messageId\":\"m\","
            + "\"timestamp\":\"2026-01-01T00:00:00.000Z\"}";
    new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH]))
        .add(json.getBytes(UTF_8), ONE, EVENING, new long[0], buffer);
    UsageCounter counter = new UsageCounter(Catalog.of(List.of()));
    counter.add(RecordView.of(ByteBuffer.wrap(buffer.bytes(), 0, buffer.ends()[0])));
    assertThat(counter.counts()).isEqualTo(new UsageCounts(List.of(), List.of(), List.of()));
  }
}
