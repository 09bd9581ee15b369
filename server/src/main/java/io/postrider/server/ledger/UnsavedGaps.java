package io.postrider.server.ledger;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The gaps of this process that are not saved, one for each destination, partition and reason at
 * most. A gap is saved with its whole count, under the time at which it began: so saving it twice
 * is like saving it once. Entries that are missing soon after continue it. Immutable.
 */
public final class UnsavedGaps {

  /** None. */
  public static final UnsavedGaps NONE = new UnsavedGaps(Map.of());

  /** Flushes follow each other within a second; a longer pause is a new gap. */
  static final Duration CONTINUES = Duration.ofMinutes(1);

  private record Known(LedgerGap gap, boolean saved) {

    Known followedBy(Known later) {
      boolean isNew = saved && later.gap.from().isAfter(gap.to().plus(CONTINUES));
      return isNew ? later : new Known(gap.extended(later.gap), false);
    }
  }

  private final Map<LedgerGaps.Key, Known> gaps;

  private UnsavedGaps(Map<LedgerGaps.Key, Known> gaps) {
    this.gaps = gaps;
  }

  /** The gaps of one flush. */
  public static UnsavedGaps of(LedgerGaps flush) {
    if (flush.isEmpty()) {
      return NONE;
    }
    Map<LedgerGaps.Key, Known> gaps = new HashMap<>();
    flush.list().forEach(gap -> gaps.put(LedgerGaps.Key.of(gap), new Known(gap, false)));
    return new UnsavedGaps(gaps);
  }

  /** These, and those of a later flush. */
  public UnsavedGaps joined(UnsavedGaps later) {
    if (later.gaps.isEmpty()) {
      return this;
    }
    Map<LedgerGaps.Key, Known> both = new HashMap<>(gaps);
    later.gaps.forEach((key, known) -> both.merge(key, known, Known::followedBy));
    return new UnsavedGaps(both);
  }

  /** The gaps of these partitions are saved; later entries may continue them. */
  public UnsavedGaps saved(Set<Integer> partitions) {
    if (list().isEmpty()) {
      return this;
    }
    Map<LedgerGaps.Key, Known> known = new HashMap<>();
    gaps.forEach(
        (key, one) ->
            known.put(key, new Known(one.gap, one.saved || partitions.contains(key.partition()))));
    return new UnsavedGaps(known);
  }

  /** What is to be saved. */
  public List<LedgerGap> list() {
    return gaps.values().stream().filter(known -> !known.saved).map(Known::gap).toList();
  }
}
