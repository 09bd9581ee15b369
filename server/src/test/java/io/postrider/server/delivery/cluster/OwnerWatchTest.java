package io.postrider.server.delivery.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which partitions count as owned by nobody. */
final class OwnerWatchTest {

  private static final long SILENCE = OwnerWatch.SILENCE.toNanos();

  private final OwnerWatch watch = new OwnerWatch(2, 100);

  private static PartitionOwner owner(int partition, String node, long seenMillis) {
    return new PartitionOwner(partition, node, 1, Instant.ofEpochMilli(seenMillis));
  }

  @Test
  void partitionThatNobodyNamed_isReportedAfterAWhile() {
    assertThat(watch.observe(List.of(), 100 + SILENCE)).isEmpty();
    assertThat(watch.observe(List.of(), 101 + SILENCE)).containsExactly(0, 1);
  }

  @Test
  void silentOwner_isReported_untilItOrAnotherSpeaks() {
    List<PartitionOwner> both = List.of(owner(0, "a", 5), owner(1, "a", 5));
    assertThat(watch.observe(both, 200)).isEmpty();
    List<PartitionOwner> later = List.of(owner(0, "a", 6), owner(1, "a", 5));
    assertThat(watch.observe(later, 300)).isEmpty();
    assertThat(watch.observe(later, 201 + SILENCE)).containsExactly(1);
    assertThat(watch.observe(later, 301 + SILENCE)).containsExactly(0, 1);
    List<PartitionOwner> moved = List.of(owner(0, "a", 6), owner(1, "b", 1));
    assertThat(watch.observe(moved, 302 + SILENCE)).containsExactly(0);
  }

  @Test
  void clocksOfOwners_doNotMatter() {
    assertThat(watch.observe(List.of(owner(0, "a", 9), owner(1, "a", 9)), SILENCE)).isEmpty();
    List<PartitionOwner> setBack = List.of(owner(0, "a", 1), owner(1, "a", 2));
    assertThat(watch.observe(setBack, 3 * SILENCE)).isEmpty();
  }
}
