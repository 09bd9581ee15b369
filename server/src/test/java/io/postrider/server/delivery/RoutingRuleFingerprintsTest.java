package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.filter.FieldPath;
import io.postrider.filter.Filter;
import io.postrider.filter.FilterAction;
import io.postrider.filter.FilterCondition;
import io.postrider.filter.Filters;
import io.postrider.message.MessageType;
import io.postrider.message.SourceType;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.EventRules;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rules that decide alike have equal fingerprints. */
class RoutingRuleFingerprintsTest {

  private static final Duration DAY = Duration.ofDays(1);
  private static final Destination PLAIN = DeliveryTests.destination(1, "http://a/");

  private static String print(Destination destination, String... blocked) {
    Source source =
        new Source(
                DeliveryTests.SOURCE,
                "s",
                SourceType.WEB,
                true,
                null,
                List.of(new WriteKey("wk", Instant.EPOCH, null)),
                Instant.EPOCH)
            .withEvents(new EventRules(NewEventPolicy.ALLOW, Set.of(blocked), Set.of()));
    Catalog catalog = Catalog.of(List.of(source), List.of(destination));
    return new RoutingRuleFingerprints(catalog, DAY).of(destination);
  }

  private static Destination with(Filter... filters) {
    return new Destination(
        PLAIN.id(),
        PLAIN.name(),
        PLAIN.paused(),
        PLAIN.enabled(),
        PLAIN.connections(),
        PLAIN.settings().withFilters(Filters.of(List.of(filters))),
        PLAIN.createdAt());
  }

  private static Filter drop(@Nullable FilterCondition when) {
    return new Filter(null, true, when, new FilterAction.Drop());
  }

  @Test
  void blockedEvents_changeTheFingerprint() {
    String open = print(PLAIN);
    assertThat(print(PLAIN)).isEqualTo(open);
    assertThat(print(PLAIN, "a")).isNotEqualTo(open);
    assertThat(print(PLAIN, "a", "b")).isEqualTo(print(PLAIN, "b", "a"));
    assertThat(print(PLAIN, "a b")).isNotEqualTo(print(PLAIN, "a", "b"));
  }

  @Test
  void decidingFilters_changeTheFingerprint() {
    String open = print(PLAIN);
    FilterCondition typed =
        new FilterCondition.OfType(Set.of(MessageType.PAGE, MessageType.TRACK, MessageType.GROUP));
    FilterCondition event = new FilterCondition.OfEvent(List.of("E"));
    assertThat(
            List.of(
                open,
                print(with(drop(null))),
                print(with(drop(typed))),
                print(with(drop(event))),
                print(with(drop(new FilterCondition.Not(event)))),
                print(with(drop(new FilterCondition.All(List.of(event, typed))))),
                print(with(drop(new FilterCondition.Any(List.of(event, typed))))),
                print(
                    with(
                        new Filter(
                            null,
                            true,
                            null,
                            new FilterAction.Sample(5, FilterAction.By.MESSAGE_ID))))))
        .doesNotHaveDuplicates();
    assertThat(print(with(drop(typed)))).isEqualTo(print(with(drop(typed))));
  }

  @Test
  void settingsThatDecideNothing_doNotChangeTheFingerprint() {
    String open = print(PLAIN);
    FieldPath card = FieldPath.parse("properties.card").orElseThrow();
    assertThat(print(with(new Filter(null, true, null, new FilterAction.Omit(List.of(card))))))
        .isEqualTo(open);
    assertThat(print(with(new Filter(null, false, null, new FilterAction.Drop())))).isEqualTo(open);
    assertThat(print(with(new Filter("named", true, null, new FilterAction.Drop()))))
        .isEqualTo(print(with(drop(null))));
    assertThat(print(DeliveryTests.destination(1, "http://b/"))).isEqualTo(open);
  }

  /** The integrations object of a message may contain the name. */
  @Test
  void name_changesTheFingerprint() {
    Destination renamed =
        new Destination(
            PLAIN.id(),
            PLAIN.name() + "2",
            PLAIN.paused(),
            PLAIN.enabled(),
            PLAIN.connections(),
            PLAIN.settings(),
            PLAIN.createdAt());
    assertThat(print(renamed)).isNotEqualTo(print(PLAIN));
  }

  @Test
  void historicalSettings_changeTheFingerprint() {
    Destination recent =
        new Destination(
            PLAIN.id(),
            PLAIN.name(),
            PLAIN.paused(),
            PLAIN.enabled(),
            PLAIN.connections(),
            PLAIN.settings().withAcceptsHistorical(false),
            PLAIN.createdAt());
    assertThat(print(recent)).isNotEqualTo(print(PLAIN));
    Catalog catalog = Catalog.of(List.of(), List.of(PLAIN));
    assertThat(new RoutingRuleFingerprints(catalog, DAY).of(PLAIN))
        .isNotEqualTo(new RoutingRuleFingerprints(catalog, DAY.multipliedBy(2)).of(PLAIN));
  }
}
