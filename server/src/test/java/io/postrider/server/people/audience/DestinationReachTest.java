package io.postrider.server.people.audience;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.LogEndOffsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class DestinationReachTest {

  private static final ActiveRanges ENABLED = ActiveRanges.NONE.opened(LogEndOffsets.of(5));
  private static final ActiveRanges DISABLED = ENABLED.closed(LogEndOffsets.of(9));
  private static final ActiveRanges AGAIN = DISABLED.opened(LogEndOffsets.of(9));

  @Test
  void isSame_seesDestinationsThatAreAddedRemovedEnabledOrDisabled() {
    Catalog before = catalog(destination(1, ENABLED), destination(2, DISABLED));

    assertThat(catalog(destination(1, ENABLED), destination(2, DISABLED))).matches(same(before));
    assertThat(catalog(destination(1, ENABLED))).doesNotMatch(same(before));
    assertThat(catalog(destination(1, ENABLED), destination(3, DISABLED)))
        .doesNotMatch(same(before));
    assertThat(catalog(destination(1, DISABLED), destination(2, DISABLED)))
        .doesNotMatch(same(before));
    assertThat(catalog(destination(1, AGAIN), destination(2, DISABLED)))
        .as("disabled and enabled again in between")
        .doesNotMatch(same(before));
    assertThat(catalog(destination(1, ENABLED), destination(2, AGAIN))).doesNotMatch(same(before));
  }

  private static Predicate<Catalog> same(Catalog before) {
    return catalog -> DestinationReach.isSame(catalog, before);
  }

  private static Catalog catalog(Destination... destinations) {
    return Catalog.of(List.of(), List.of(destinations));
  }

  private static Destination destination(long id, ActiveRanges enabled) {
    return new Destination(
        new DestinationId(id),
        "destination",
        true,
        enabled,
        new LinkedHashMap<>(),
        DestinationSettings.DEFAULT,
        Instant.EPOCH);
  }
}
