package io.postrider.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.filter.Filter;
import io.postrider.filter.FilterAction;
import io.postrider.filter.Filters;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.CanonicalJson;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.IngestHarness;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutingTest {

  private static final DestinationId ID = new DestinationId(42);
  private static final Duration DAY = Duration.ofHours(24);

  private final Routing routing = new Routing(DAY);

  private static EventRules blocking(String event) {
    return EventRules.NONE.decided(event, false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                     | DELIVER",
        "{'Webhooks':true}                      | DELIVER",
        "{'Webhooks':false}                     | EXCLUDED",
        "{'Webhooks':{'a':false}}               | DELIVER",
        "{'Webhooks':{}}                        | DELIVER",
        "{'All':false}                          | EXCLUDED",
        "{'All':true}                           | DELIVER",
        "{'All':{}}                             | DELIVER",
        "{'All':false,'Webhooks':true}          | DELIVER",
        "{'All':false,'Webhooks':{}}            | DELIVER",
        "{'All':true,'Webhooks':false}          | EXCLUDED",
        "{'All':false,'Webhooks':null}          | EXCLUDED",
        "{'All':false,'Webhooks':'yes'}         | EXCLUDED",
        "{'All':false,'Webhooks':1}             | EXCLUDED",
        "{'All':false,'Webhooks':[true]}        | EXCLUDED",
        "{'All':'no'}                           | DELIVER",
        "{'All':0}                              | DELIVER",
        "{'webhooks':false,'WEBHOOKS':false}    | DELIVER",
        "{'all':false}                          | EXCLUDED",
        "{'all':false,'All':true}               | DELIVER",
        "{'All':true,'all':false}               | DELIVER",
        "{'all':false,'All':null}               | EXCLUDED",
        "{'All':'x','all':false}                | EXCLUDED",
        "{'All':null,'all':true}                | DELIVER",
        "{'All':{},'all':false}                 | DELIVER",
        "{'all':true,'All':false}               | EXCLUDED",
        "{'all':false,'Webhooks':true}          | DELIVER",
        "{'ALL':false}                          | DELIVER",
        "{'Other':{'Webhooks':false},'x':'}{'}  | DELIVER",
        "{'Web\\u0068ooks':false}               | EXCLUDED",
      })
  void integrations_decideByName(String integrations, RoutingDecision expected) {
    RecordView record = track("'integrations':" + integrations);
    assertThat(routing.decide(destination(true), EventRules.NONE, record)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'dst_000000000001a':false}                                 | EXCLUDED",
        "{'All':false,'dst_000000000001a':true}                      | DELIVER",
        "{'All':false,'dst_000000000001a':{}}                        | DELIVER",
        "{'Webhooks':false,'All':false,'dst_000000000001a':true}     | DELIVER",
        "{'dst_000000000001a':false,'d':true,'Webhooks':true}        | EXCLUDED",
        "{'dst_000000000001a':null,'d':false,'Webhooks':true}        | EXCLUDED",
        "{'dst_000000000001a':'no','Webhooks':false}                 | EXCLUDED",
        "{'All':false,'dst_000000000001b':true}                      | EXCLUDED",
        "{'dst_000000000001b':false}                                 | DELIVER",
        "{'DST_000000000001A':false,'dst_000000000001A':false}       | DELIVER",
        "{'dst_000000000001a1':false,'dst_':false,'dst_1a':false}    | DELIVER",
        "{'d\\u0073t_000000000001a':false}                           | EXCLUDED",
        "{'d':false}                                                 | EXCLUDED",
        "{'All':false,'d':true}                                      | DELIVER",
        "{'all':false,'d':true}                                      | DELIVER",
        "{'Webhooks':false,'d':true}                                 | DELIVER",
        "{'Webhooks':true,'d':false}                                 | EXCLUDED",
        "{'All':false,'d':1}                                         | EXCLUDED",
        "{'D':false,'dd':false,'':false}                             | DELIVER",
      })
  void integrations_mostExactWordDecides(String integrations, RoutingDecision expected) {
    RecordView record = track("'integrations':" + integrations);
    assertThat(routing.decide(destination(true), EventRules.NONE, record)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CRM (EU)", "Müller & Söhne", "say \"hi\"", "back\\slash", "tab\there", "日本 🚀", "\u0001",
        "\u007f", "Webhooks", "All", "all", "0", "dst_000000000001b", "x\ud800"
      })
  void integrations_takeAnyName(String name) {
    Destination named = named(name);
    String key = CanonicalJson.quoted(name);
    String escaped = "\"" + escaped(name) + "\"";
    for (String spelling : List.of(key, escaped)) {
      RecordView without = track("\"integrations\":{" + spelling + ":false}");
      assertThat(routing.decide(named, EventRules.NONE, without))
          .isEqualTo(RoutingDecision.EXCLUDED);
      RecordView only = track("\"integrations\":{\"ALL\":false," + spelling + ":true}");
      assertThat(routing.decide(named, EventRules.NONE, only)).isEqualTo(RoutingDecision.DELIVER);
    }
    RecordView other = track("\"integrations\":{" + CanonicalJson.quoted(name + "x") + ":false}");
    assertThat(routing.decide(named, EventRules.NONE, other)).isEqualTo(RoutingDecision.DELIVER);
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    text.chars().forEach(unit -> out.append("\\u%04x".formatted(unit)));
    return out.toString();
  }

  private static Destination named(String name) {
    Destination like = destination(true);
    return new Destination(
        like.id(),
        name,
        like.paused(),
        like.enabled(),
        like.connections(),
        like.settings(),
        like.createdAt());
  }

  @Test
  void historicalMessage_isSentOnlyWhereAccepted() {
    Instant edge = IngestHarness.RECEIVED.minus(DAY);
    RecordView within = track("'timestamp':'" + edge + "'");
    RecordView beyond = track("'timestamp':'" + edge.minusMillis(1) + "'");
    assertThat(routing.decide(destination(false), EventRules.NONE, within))
        .isEqualTo(RoutingDecision.DELIVER);
    assertThat(routing.decide(destination(false), EventRules.NONE, beyond))
        .isEqualTo(RoutingDecision.HISTORICAL);
    assertThat(routing.decide(destination(true), EventRules.NONE, beyond))
        .isEqualTo(RoutingDecision.DELIVER);
  }

  @Test
  void blockedEvent_isBlocked() {
    RecordView record = track("'x':1");
    assertThat(routing.decide(destination(true), blocking("e"), record))
        .isEqualTo(RoutingDecision.BLOCKED);
    assertThat(routing.decide(destination(true), blocking("f"), record))
        .isEqualTo(RoutingDecision.DELIVER);
  }

  @Test
  void message_isForDestinationsConnectedWhenAccepted() {
    RecordView record = track("'x':1");
    Destination destination = destination(true);
    assertThat(routing.wasFor(destination, 0, 9, record)).isFalse();
    assertThat(routing.wasFor(destination, 0, 10, record)).isTrue();
    assertThat(routing.wasFor(destination, 0, 29, record)).isTrue();
    assertThat(routing.wasFor(destination, 0, 30, record)).isFalse();
    assertThat(routing.isFor(destination, record)).isFalse();
    assertThat(destination.sources()).isEmpty();
  }

  @Test
  void computedMessage_isOnlyForListedDestinations() {
    Destination destination = destination(false);
    RecordView forIt = computed("identify", new long[] {7, ID.bits()});
    RecordView forOthers = computed("identify", new long[] {7});
    assertThat(routing.wasFor(destination, 0, 50, forIt)).isTrue();
    assertThat(routing.wasFor(destination, 0, 4, forIt)).isFalse();
    assertThat(routing.wasFor(destination, 0, 50, forOthers)).isFalse();
    assertThat(routing.isFor(destination, forIt)).isTrue();
    assertThat(routing.isFor(destination, forOthers)).isFalse();
    assertThat(routing.decide(destination, EventRules.NONE, forIt))
        .isEqualTo(RoutingDecision.DELIVER);
  }

  @Test
  void delete_passesTheHistoricalRuleAndFollowsTheConnection() {
    RecordView delete = computed("delete", new long[0]);
    assertThat(routing.decide(destination(false), EventRules.NONE, delete))
        .isEqualTo(RoutingDecision.DELIVER);
    assertThat(routing.wasFor(destination(false), 0, 20, delete)).isTrue();
    assertThat(routing.wasFor(destination(false), 0, 30, delete)).isFalse();
  }

  @Test
  void filter_dropsAllButDeletes() {
    Destination picky =
        withFilters(
            destination(true),
            Filters.of(List.of(new Filter(null, true, null, new FilterAction.Drop()))));
    assertThat(routing.decide(picky, EventRules.NONE, track("'x':1")))
        .isEqualTo(RoutingDecision.FILTERED);
    assertThat(routing.decide(picky, EventRules.NONE, computed("identify", new long[] {ID.bits()})))
        .isEqualTo(RoutingDecision.FILTERED);
    assertThat(routing.decide(picky, EventRules.NONE, computed("delete", new long[0])))
        .isEqualTo(RoutingDecision.DELIVER);
    assertThat(routing.decide(picky, EventRules.NONE, track("'integrations':{'All':false}")))
        .isEqualTo(RoutingDecision.EXCLUDED);
  }

  private static Destination withFilters(Destination destination, Filters filters) {
    return new Destination(
        destination.id(),
        destination.name(),
        destination.paused(),
        destination.enabled(),
        destination.connections(),
        destination.settings().withFilters(filters),
        destination.createdAt());
  }

  /** Enabled since 5; connected from 10 to 30. */
  private static Destination destination(boolean acceptsHistorical) {
    LinkedHashMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    connections.put(
        IngestHarness.SOURCE,
        ActiveRanges.NONE.opened(LogEndOffsets.of(10)).closed(LogEndOffsets.of(30)));
    return new Destination(
        ID,
        "d",
        false,
        ActiveRanges.NONE.opened(LogEndOffsets.of(5)),
        connections,
        DestinationSettings.DEFAULT
            .withWebhooks(List.of(new Webhook("https://example.com/", List.of())))
            .withAcceptsHistorical(acceptsHistorical),
        Instant.EPOCH);
  }

  private static RecordView track(String member) {
    String body = "{'userId':'u','event':'e'," + member + "}";
    return new IngestHarness().track(body.replace('\'', '"')).view(0);
  }

  private static RecordView computed(String type, long[] destinations) {
    String json =
        "{\"type\":\""
            + type
            + "\",\"messageId\":\"d1\",\"userId\":\"u1\",\"timestamp\":\"2001-01-02T03:04:05Z\"}";
    RecordBuffer out = new RecordBuffer(256);
    new ComputedRecordWriter(IngestHarness.KEY)
        .add(json.getBytes(UTF_8), IngestHarness.SOURCE, IngestHarness.RECEIVED, destinations, out);
    return RecordView.of(ByteBuffer.wrap(out.bytes(), 0, out.ends()[0]));
  }
}
