package io.postrider.server.people.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProfilePrunerTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final FakeProfileStore store = new FakeProfileStore();
  private final ProfilePruner pruner =
      new ProfilePruner(
          store, new ProfileLimits(Duration.ofDays(28), 10, 1_000), () -> NOON, () -> true);

  @Test
  void pass_removesEverythingThatIsOld() {
    store.oldEvents.put(1L, 2 * ProfileStore.PRUNED_AT_ONCE + 1);
    store.oldEvents.put(2L, 0);
    store.oldVisitors = 2;
    pruner.pass(Duration.ZERO);
    assertThat(store.asked)
        .containsExactly(
            "1 before 2026-02-01T12:00:00Z: 1000",
            "1 before 2026-02-01T12:00:00Z: 1000",
            "1 before 2026-02-01T12:00:00Z: 1",
            "2 before 2026-02-01T12:00:00Z: 0",
            "visitors after 0",
            "visitors after 1",
            "visitors after 2");
  }

  @Test
  void closedPruner_stopsBetweenTwoParts() {
    ProfilePruner started =
        ProfilePruner.start(
            store, new ProfileLimits(Duration.ofDays(28), 10, 1_000), () -> NOON, () -> true);
    started.close();
    store.oldEvents.put(1L, 3 * ProfileStore.PRUNED_AT_ONCE);
    started.pass(Duration.ZERO);
    assertThat(store.asked).hasSize(1);
  }
}
