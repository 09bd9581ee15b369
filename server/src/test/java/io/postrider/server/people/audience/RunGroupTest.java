package io.postrider.server.people.audience;

import static io.postrider.server.people.audience.Defining.audience;
import static io.postrider.server.people.audience.Defining.did;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.Audience;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunGroupTest {

  /** A computation whose run is at a position. */
  private static StoredComputation at(long id, long after) {
    Audience audience = audience(id, "a" + id, did("x", 1));
    Definitions definitions = Definitions.of(List.of(audience), List.of(), String::hashCode);
    return RecomputePolicy.of(null, definitions.inOrder().getFirst(), EngineHarness.NOON)
        .advanced(after);
  }

  @Test
  void runsAtOnePosition_goTogetherToTheEnd() {
    assertThat(RunGroup.next(List.of(at(1, 5), at(2, 5)), 1))
        .contains(new RunGroup(List.of(1L, 2L), 5, RunGroup.NO_END));
  }

  @Test
  void runsBehind_stopWhereTheNextAre() {
    RunGroup group = RunGroup.next(List.of(at(1, 50), at(2, 7), at(3, 9)), 1).orElseThrow();
    assertThat(group).isEqualTo(new RunGroup(List.of(2L), 7, 9));
    assertThat(group.position(false, 8)).isEqualTo(8);
    assertThat(group.position(true, 8)).as("no more profiles before the next").isEqualTo(9);
  }

  @Test
  void finishedAndPausedRuns_haveNoTurn() {
    StoredComputation finished = at(1, 5).finished(EngineHarness.NOON);
    assertThat(RunGroup.next(List.of(finished), 1)).isEmpty();
    assertThat(RunGroup.next(List.of(finished.asDeleted(), at(2, 9)), 0))
        .contains(new RunGroup(List.of(2L), 9, RunGroup.NO_END));
  }

  /** About a hundred runs start within a thousand turns; a turn evaluates ten profiles of 1,000. */
  @Test
  void runsThatStartOneAfterTheOther_meet() {
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println("RunGroupTest -Dpostrider.seed=" + seed);
    Random random = new Random(seed);
    Map<Long, Long> positions = new TreeMap<>();
    long started = 0;
    long turn = 0;
    while (turn < 1_000 || !positions.isEmpty()) {
      turn++;
      if (turn <= 1_000 && random.nextInt(10) == 0) {
        positions.put(++started, 0L);
      }
      List<StoredComputation> running = new ArrayList<>();
      positions.forEach((id, after) -> running.add(at(id, after)));
      RunGroup group = RunGroup.next(running, turn).orElse(null);
      if (group == null) {
        continue;
      }
      long last = Math.min(group.after() + 10, Math.min(group.upTo(), 1_000));
      for (long id : group.computations()) {
        assertThat(positions.put(id, last)).as("seed %d", seed).isEqualTo(group.after());
      }
      positions.values().removeIf(position -> position == 1_000);
    }
    assertThat(turn).as("turns of %d runs, seed %d", started, seed).isLessThan(25 * started);
  }

  @Test
  void runBeforeItsEnd_hasTurnsAlthoughOthersAreBehind() {
    List<StoredComputation> running = List.of(at(1, 900), at(2, 0), at(3, 50));
    Map<Long, Integer> turns = new HashMap<>();
    for (long turn = 0; turn < 90; turn++) {
      turns.merge(RunGroup.next(running, turn).orElseThrow().after(), 1, Integer::sum);
    }
    assertThat(turns).containsExactlyInAnyOrderEntriesOf(Map.of(0L, 70, 50L, 10, 900L, 10));
  }
}
