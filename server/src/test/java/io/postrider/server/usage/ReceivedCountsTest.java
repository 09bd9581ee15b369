package io.postrider.server.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.database.TimeStep;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReceivedCountsTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant LATER = NOON.plusSeconds(3_600);

  private final TreeMap<Instant, Long> followed = new TreeMap<>();
  private final List<IngestCountStore.Count> counted = new ArrayList<>();
  private long lag;
  private final ReceivedCounts counts =
      new ReceivedCounts(
          new FollowedMinutes(),
          () -> lag,
          new IngestCountRecorder(new CountedMinutes(), () -> 0, () -> 0, () -> LATER),
          () -> LATER);

  private void count(int minute, long messages) {
    counted.add(new IngestCountStore.Count(NOON.plusSeconds(minute * 60L), messages, 0));
  }

  private void follow(int minute, long messages) {
    followed.put(NOON.plusSeconds(minute * 60L), messages);
  }

  @Test
  void countersThatACrashLost_doNotMatter() {
    count(0, 5);
    follow(0, 7);
    assertThat(counts.between(NOON, LATER)).isEqualTo(7);
  }

  @Test
  void messagesThatAreNotFollowedYet_areThoseOfTheCounters() {
    count(0, 5);
    count(1, 20);
    count(2, 30);
    follow(0, 7);
    follow(1, 12);
    lag = 38;
    assertThat(counts.between(NOON, LATER)).isEqualTo(7 + 20 + 30);
    assertThat(counts.between(NOON, NOON.plusSeconds(60))).isEqualTo(7);
    assertThat(counts.between(NOON.plusSeconds(120), LATER)).isEqualTo(30);
  }

  @Test
  void nothingFollowedYet_leavesTheCounters() {
    count(0, 5);
    lag = 5;
    assertThat(counts.between(NOON, LATER)).isEqualTo(5);
  }

  /** What was counted from the log. */
  private final class FollowedMinutes implements ReceivedCounts.Followed {

    @Override
    public long sum(TimeStep step, Instant from, Instant to) {
      return followed.subMap(from, to).values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public @Nullable Instant latestMinute() {
      return followed.isEmpty() ? null : followed.lastKey();
    }
  }

  /** What ingest has stored. */
  private final class CountedMinutes implements IngestCountStore {

    @Override
    public void add(List<Count> minutes) {}

    @Override
    public List<Count> find(TimeStep step, Instant from, Instant to) {
      return counted.stream()
          .filter(count -> !count.start().isBefore(from) && count.start().isBefore(to))
          .toList();
    }

    @Override
    public @Nullable Instant since(TimeStep step, Instant now) {
      return null;
    }

    @Override
    public void sweep(Instant now) {}
  }
}
