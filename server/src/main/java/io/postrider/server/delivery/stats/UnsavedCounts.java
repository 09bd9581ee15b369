package io.postrider.server.delivery.stats;

import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts that are not saved yet, by destination and minute, such as while the database is
 * unavailable. Belongs to one thread at a time.
 *
 * <p>Bounded: with {@value #MAX} pairs of destination and minute, what belongs to another pair is
 * not counted. 100 busy destinations reach that after three hours.
 */
public final class UnsavedCounts {

  /** The most pairs, of about 2 KiB each with its latencies. */
  public static final int MAX = 20_000;

  private record Key(DestinationId destination, Instant minute) {}

  private final Map<Key, DeliveryCounts> counts = new LinkedHashMap<>();

  /** Adds what a destination counted in a minute. */
  public void add(DestinationId destination, Instant minute, DeliveryCounts more) {
    Key key = new Key(destination, minute);
    if (counts.containsKey(key) || counts.size() < MAX) {
      counts.computeIfAbsent(key, _ -> new DeliveryCounts()).add(more);
    }
  }

  public boolean isEmpty() {
    return counts.isEmpty();
  }

  /** The oldest counts. */
  public List<StatisticsStore.Count> oldest(int most) {
    return counts.entrySet().stream()
        .limit(most)
        .map(
            entry ->
                new StatisticsStore.Count(
                    entry.getKey().destination, entry.getKey().minute, entry.getValue()))
        .toList();
  }

  /** Some counts are saved. */
  public void saved(List<StatisticsStore.Count> some) {
    some.forEach(count -> counts.remove(new Key(count.destination(), count.minute())));
  }
}
