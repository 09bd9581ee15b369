package io.postrider.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.SourceType;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogTest {

  private static final SourceId WITH_RULES = new SourceId(1);
  private static final SourceId WITHOUT_RULES = new SourceId(2);
  private static final ActiveRanges OPEN = ActiveRanges.NONE.opened(LogEndOffsets.of(0));
  private static final ActiveRanges CLOSED = OPEN.closed(LogEndOffsets.of(9));

  @Test
  void firstDestination_hasTheLeastIdOfThoseThatGetMessages() {
    Catalog catalog =
        catalog(
            destination(-1, OPEN, OPEN), // IDs are unsigned
            destination(7, OPEN, OPEN),
            destination(5, OPEN, OPEN),
            destination(3, CLOSED, OPEN),
            destination(2, OPEN, CLOSED));

    assertThat(catalog.firstDestination(WITH_RULES)).isEqualTo(new DestinationId(5));
  }

  @Test
  void firstDestination_withoutRulesOrDestinations_isNull() {
    assertThat(catalog(destination(5, OPEN, OPEN)).firstDestination(WITHOUT_RULES)).isNull();
    assertThat(catalog(destination(5, CLOSED, OPEN)).firstDestination(WITH_RULES)).isNull();
    assertThat(catalog().firstDestination(WITH_RULES)).isNull();
  }

  @Test
  void isUnchangedSince_seesChangesOfTheDestinationAndItsSources() {
    Destination destination = destination(5, OPEN, OPEN);
    Catalog earlier = catalog(destination);
    Catalog otherRules =
        Catalog.of(
            List.of(
                source(WITHOUT_RULES, EventRules.NONE),
                source(WITH_RULES, EventRules.NONE.decided("Order Refunded", false))),
            List.of(destination));

    assertThat(catalog(destination).isUnchangedSince(earlier, destination)).isTrue();
    assertThat(catalog(destination, destination(7, OPEN, OPEN)))
        .matches(later -> later.isUnchangedSince(earlier, destination));
    assertThat(catalog(destination, destination(3, OPEN, OPEN)))
        .as("another one is the first destination now")
        .matches(later -> !later.isUnchangedSince(earlier, destination));
    assertThat(earlier.isUnchangedSince(earlier, destination(5, CLOSED, OPEN))).isFalse();
    assertThat(catalog(destination).isUnchangedSince(catalog(), destination)).isFalse();
    assertThat(otherRules.isUnchangedSince(earlier, destination)).isFalse();
  }

  private static Catalog catalog(Destination... destinations) {
    Source open = source(WITHOUT_RULES, EventRules.NONE);
    Source blocking = source(WITH_RULES, EventRules.NONE.decided("Order Completed", false));
    return Catalog.of(List.of(open, blocking), List.of(destinations));
  }

  private static Source source(SourceId id, EventRules events) {
    return new Source(
        id, "source", SourceType.SERVER, true, null, List.of(), Instant.EPOCH, events);
  }

  private static Destination destination(long id, ActiveRanges enabled, ActiveRanges connected) {
    LinkedHashMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    connections.put(WITH_RULES, connected);
    connections.put(WITHOUT_RULES, connected);
    return new Destination(
        new DestinationId(id),
        "destination",
        false,
        enabled,
        connections,
        DestinationSettings.DEFAULT.withWebhooks(
            List.of(new Webhook("https://example.com/", List.of()))),
        Instant.EPOCH);
  }
}
