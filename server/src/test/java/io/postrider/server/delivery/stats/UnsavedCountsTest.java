package io.postrider.server.delivery.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts that wait for the database, and their bound. */
final class UnsavedCountsTest {

  private final UnsavedCounts unsaved = new UnsavedCounts();

  private void deliver(long destination, long minute) {
    DeliveryCounts one = new DeliveryCounts();
    one.delivered();
    unsaved.add(new DestinationId(destination), Instant.ofEpochSecond(60 * minute), one);
  }

  @Test
  void countsOfAMinute_addUp_andGoOldestFirst() {
    deliver(1, 5);
    deliver(2, 5);
    deliver(1, 5);
    deliver(1, 6);
    List<StatisticsStore.Count> first = unsaved.oldest(1);
    assertThat(first.getFirst().counts().deliveredCount()).isEqualTo(2);
    unsaved.saved(first);
    assertThat(unsaved.oldest(9)).hasSize(2);
    unsaved.saved(unsaved.oldest(9));
    assertThat(unsaved.isEmpty()).isTrue();
  }

  @Test
  void beyondTheBound_onlyKnownPairsGoOnCounting() {
    for (int minute = 0; minute < UnsavedCounts.MAX - 1; minute++) {
      deliver(1, minute);
    }
    deliver(2, 0);
    deliver(3, 0);
    deliver(2, 0);
    assertThat(unsaved.oldest(Integer.MAX_VALUE)).hasSize(UnsavedCounts.MAX);
    StatisticsStore.Count last = unsaved.oldest(Integer.MAX_VALUE).getLast();
    assertThat(last.destination()).isEqualTo(new DestinationId(2));
    assertThat(last.counts().deliveredCount()).isEqualTo(2);
  }
}
