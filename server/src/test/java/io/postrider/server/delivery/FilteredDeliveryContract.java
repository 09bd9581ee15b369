package io.postrider.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.condition.Comparison;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.delivery.FinalStatus;
import io.postrider.filter.FieldPath;
import io.postrider.filter.Filter;
import io.postrider.filter.FilterAction;
import io.postrider.filter.FilterCondition;
import io.postrider.filter.Filters;
import io.postrider.ledger.LedgerEntry;
import io.postrider.route.Destination;
import io.postrider.route.PayloadFormat;
import io.postrider.route.SharedSecret;
import io.postrider.webhook.Signer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Filters between the log and receivers. */
abstract class FilteredDeliveryContract extends DeliveryTests {

  private static final FilterCondition TEST =
      new FilterCondition.Compared(
          path("properties.test"), new Comparison(Operator.EQUALS, List.of(Value.of(true))));

  FilteredDeliveryContract(DeliveryStorage storage) {
    super(storage);
  }

  private static FieldPath path(String text) {
    return FieldPath.parse(text).orElseThrow();
  }

  private static Destination filtered(Destination found, PayloadFormat payload, Filter... filters) {
    return new Destination(
        found.id(),
        found.name(),
        found.paused(),
        found.enabled(),
        found.connections(),
        found.settings().withPayload(payload).withFilters(Filters.of(List.of(filters))),
        found.createdAt());
  }

  private static Destination filtered(Destination found, Filter... filters) {
    return filtered(found, PayloadFormat.STANDARD, filters);
  }

  private static List<String> bodies(TestReceiver receiver) {
    return receiver.received().stream().map(one -> new String(one.body(), UTF_8)).toList();
  }

  private static void awaitCount(TestReceiver receiver, int count) {
    await().untilAsserted(() -> assertThat(bodies(receiver)).hasSize(count));
  }

  @Test
  void droppedMessages_goToOtherDestinations() {
    TestReceiver picky = closing(TestReceiver.open());
    TestReceiver other = closing(TestReceiver.open());
    Filter noTests = new Filter("No tests", true, TEST, new FilterAction.Drop());
    start(filtered(destination(1, picky.url("/")), noTests), destination(2, other.url("/")));
    send("track", "\"properties\":{\"test\":true},");
    send("track", "\"properties\":{\"test\":false},");
    send("delete", "\"properties\":{\"test\":true},");
    awaitCount(other, 3);
    awaitCount(picky, 2);
    assertThat(bodies(picky)).noneMatch(body -> body.contains("\"m1\""));
    await().until(() -> retained.neededFrom(0) == 3);
  }

  @Test
  void filteredMessages_areCountedOnce_howeverOftenTheyAreRead() {
    settings.put("delivery.queue-messages", "2");
    TestReceiver receiver = closing(TestReceiver.open());
    Filter noTests = new Filter("No tests", true, TEST, new FilterAction.Drop());
    start(filtered(destination(1, receiver.url("/")), noTests));
    for (int i = 0; i < 300; i++) {
      send("track", "\"properties\":{\"test\":" + (i % 3 != 0) + "},");
    }
    awaitCount(receiver, 100);
    await().until(() -> retained.neededFrom(0) == 300);
    assertThat(
            metrics
                .get("postrider.filtered.messages")
                .tag("reason", "destination_filter")
                .functionCounter()
                .count())
        .isEqualTo(200);
    await().until(() -> entries().size() == 300);
    List<LedgerEntry> filtered = filtered(entries());
    assertThat(filtered).hasSize(200).allMatch(entry -> "No tests".equals(entry.detail()));
    assertThat(filtered).extracting(LedgerEntry::offset).doesNotHaveDuplicates();
    assertThat(filtered)
        .allMatch(entry -> entry.target().destination() == 1 && entry.userHash() != 0);
  }

  private static List<LedgerEntry> filtered(List<LedgerEntry> entries) {
    return entries.stream().filter(entry -> entry.end() == FinalStatus.FILTERED).toList();
  }

  @Test
  void laterFilter_endsRetries() {
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.status(500));
    Destination open = destination(1, receiver.url("/"));
    DeliveryService running = start(open);
    send(1);
    await().until(() -> receiver.received().size() >= 2);
    running.apply(catalog(filtered(open, new Filter(null, true, null, new FilterAction.Drop()))));
    await().until(() -> retained.neededFrom(0) == 1);
    assertThat(filtered(entries()))
        .singleElement()
        .matches(entry -> entry.round() >= 2 && "destination_filter".equals(entry.detail()));
    int before = receiver.received().size();
    running.apply(catalog(open));
    receiver.always(Behaviour.status(200));
    send(1);
    await().until(() -> bodies(receiver).getLast().contains("\"m2\""));
    assertThat(bodies(receiver)).hasSize(before + 1);
  }

  @Test
  void trimmedBody_isSigned() {
    TestReceiver standard = closing(TestReceiver.open());
    TestReceiver full = closing(TestReceiver.open());
    Filter omit =
        new Filter(
            null, true, null, new FilterAction.Omit(List.of(path("properties.card.number"))));
    Filter keep =
        new Filter(null, true, TEST, new FilterAction.Keep(List.of(path("properties.card"))));
    start(
        filtered(destination(1, standard.url("/")), omit, keep),
        filtered(destination(2, full.url("/")), PayloadFormat.FULL, omit, keep));
    send(
        "track",
        "\"properties\":{\"a\":1,\"test\":true,\"card\":{\"number\":\"4111\",\"kind\":\"visa\"}},");
    awaitCount(standard, 1);
    awaitCount(full, 1);
    for (TestReceiver receiver : List.of(standard, full)) {
      byte[] body = receiver.received().getFirst().body();
      assertThat(new String(body, UTF_8)).contains("\"properties\":{\"card\":{\"kind\":\"visa\"}}");
      assertThat(receiver.received().getFirst().header("X-Signature"))
          .isEqualTo(new Signer(List.of(SharedSecret.current(SECRET))).signature(body));
    }
  }
}
