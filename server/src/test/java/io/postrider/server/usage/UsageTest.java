package io.postrider.server.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.log.MemoryLog;
import io.postrider.route.Catalog;
import io.postrider.server.background.FollowerLimits;
import io.postrider.server.background.FollowerThrottle;
import io.postrider.server.background.LogFollower;
import io.postrider.server.background.StartedFollower;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UsageTest {

  private static final Duration MILLI = Duration.ofMillis(1);
  private static final FollowerLimits LIMITS = new FollowerLimits(2, 10_000, MILLI, MILLI, MILLI);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final MemoryLog log = new MemoryLog();
  private final AcceptedRecords records = new AcceptedRecords();
  private Instant now = NOON;

  private LogFollower start(FakeUsageStore store) {
    Usage usage = new Usage(store, () -> Catalog.of(List.of()), () -> now);
    return StartedFollower.of(
        "usage", log, usage, LIMITS, FollowerThrottle.NONE, new SimpleMeterRegistry());
  }

  /** Crashes before and after every call of the store. */
  @Test
  void counts_areExactWhereverItCrashes() throws Exception {
    for (String event : List.of("a", "b", "a", "c", "a", "b", "a")) {
      AcceptedRecords.append(log, records.track(1, NOON, event));
    }
    int crashes = 0;
    for (int call = 1; call < 12; call++) {
      for (boolean saved : new boolean[] {false, true}) {
        FakeUsageStore store = new FakeUsageStore();
        store.failAfter(call, saved);
        try (LogFollower follower = start(store)) {
          follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
        }
        crashes++;
        assertThat(store.calls)
            .as("killed at call %d, saved: %s", call, saved)
            .isEqualTo(Map.of("a", 4L, "b", 2L, "c", 1L));
      }
    }
    assertThat(crashes).isEqualTo(22);
  }

  @Test
  void unreadableRecord_isSkipped() throws Exception {
    FakeUsageStore store = new FakeUsageStore();
    AcceptedRecords.append(log, new byte[] {9, 9, 9});
    AcceptedRecords.append(log, records.track(1, NOON, "a"));
    try (LogFollower follower = start(store)) {
      follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
    }
    assertThat(store.calls).isEqualTo(Map.of("a", 1L));
  }

  @Test
  void oldDays_areSweptOnceADay() throws Exception {
    FakeUsageStore store = new FakeUsageStore();
    int today = UsageCounter.day(NOON.toEpochMilli());
    try (LogFollower follower = start(store)) {
      for (int i = 0; i < 3; i++) {
        AcceptedRecords.append(log, records.track(1, now, "a"));
        follower.whenCaughtUp().get(60, TimeUnit.SECONDS);
      }
      assertThat(store.sweeps).containsExactly(today - 399);
      now = NOON.plus(Duration.ofDays(1));
      AcceptedRecords.append(log, records.track(1, now, "a"));
      await().until(() -> store.sweeps.size() == 2);
    }
    assertThat(store.sweeps).containsExactly(today - 399, today - 398);
  }
}
