package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a node asks the group to assign partitions that nobody delivers. */
final class RejoinScheduleTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final RejoinSchedule schedule = new RejoinSchedule(Duration.ofSeconds(8));

  /** The seconds at which it asks, from one second to another. */
  private List<Integer> asked(int from, int to, Set<Integer> unowned) {
    List<Integer> seconds = new ArrayList<>();
    for (int second = from; second < to; second++) {
      if (schedule.isDue(unowned, second * SECOND)) {
        seconds.add(second);
      }
    }
    return seconds;
  }

  @Test
  void partitionWithoutAnOwner_isAskedForAfterASession() {
    assertThat(asked(0, 100, Set.of())).isEmpty();
    assertThat(asked(100, 110, Set.of(3))).containsExactly(109);
  }

  @Test
  void partitionThatMovesWithinASession_isNotAskedFor() {
    assertThat(asked(100, 106, Set.of(1, 2))).isEmpty();
    assertThat(asked(106, 112, Set.of(2, 3))).containsExactly(109);
    assertThat(asked(112, 120, Set.of())).isEmpty();
    assertThat(asked(120, 128, Set.of(1))).isEmpty();
  }

  @Test
  void askingThatDoesNotHelp_becomesRare_untilAllHaveAnOwner() {
    assertThat(asked(0, 100, Set.of(1))).containsExactly(9, 26, 59);
    List<Integer> later = asked(100, 10_000, Set.of(1));
    int last = later.getLast();
    assertThat(last - later.get(later.size() - 2))
        .isEqualTo((int) RejoinSchedule.MAX_WAIT.toSeconds() + 1);
    assertThat(asked(10_000, 10_001, Set.of())).isEmpty();
    assertThat(asked(10_001, 10_011, Set.of(1))).containsExactly(10_010);
  }

  /** While the database is unavailable, nodes cannot say that they deliver. */
  @Test
  void silenceWithoutObservations_doesNotCount() {
    assertThat(asked(0, 5, Set.of(1))).isEmpty();
    assertThat(asked(100, 108, Set.of(1))).isEmpty();
    assertThat(asked(108, 110, Set.of(1))).containsExactly(109);
  }
}
