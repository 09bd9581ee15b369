package io.postrider.server.people.audience;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Runs at the same position, which go through the next profiles together: each profile is read once
 * for all of them. Pure.
 *
 * <p>Runs that start one after the other are at different positions. Two turns of three go to those
 * furthest behind, which stop where the next ones are and go on with these. The third goes to each
 * group in turn, so that new runs never keep an older one from its end.
 *
 * @param computations the numbers of the computations
 * @param after the last profile that was evaluated; 0 for none
 * @param upTo the last profile to evaluate: the position of the next group, or none
 */
public record RunGroup(List<Long> computations, long after, long upTo) {

  /** The most profiles that a group evaluates at once. */
  public static final int MAX_PROFILES = 4_096;

  /** Up to the last profile. */
  public static final long NO_END = Long.MAX_VALUE;

  private static final int ROUND = 3;

  /** The group that has a turn; empty if nothing runs. */
  public static Optional<RunGroup> next(Collection<StoredComputation> computations, long turn) {
    TreeMap<Long, List<Long>> byPosition = new TreeMap<>();
    for (StoredComputation stored : computations) {
      StoredComputation.Run run = stored.run();
      if (run != null && stored.isRunning()) {
        byPosition.computeIfAbsent(run.after(), any -> new ArrayList<>()).add(stored.id());
      }
    }
    if (byPosition.isEmpty()) {
      return Optional.empty();
    }
    int index = turn % ROUND == 0 ? (int) (turn / ROUND % byPosition.size()) : 0;
    Map.Entry<Long, List<Long>> group = List.copyOf(byPosition.entrySet()).get(index);
    Long next = byPosition.higherKey(group.getKey());
    return Optional.of(
        new RunGroup(group.getValue(), group.getKey(), next == null ? NO_END : next));
  }

  /** The position after some of the next profiles, of which the last has this number. */
  public long position(boolean all, long last) {
    return all && upTo != NO_END ? upTo : last;
  }
}
