package io.postrider.server.people.audience;

import io.postrider.id.DestinationId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a destination could receive so far. Immutable.
 *
 * <p>A destination whose reach changed has missed messages, unless it is disabled now. Comparing
 * two states finds this also if nobody looked in between.
 *
 * @param enabledSince the end of the log when it was last enabled; empty while it is disabled
 * @param losses how often the log deleted messages before they were delivered to it
 */
public record DestinationReach(DestinationId id, String enabledSince, long losses) {

  /** The reach of all destinations of a catalog. */
  public static List<DestinationReach> of(Catalog catalog, Map<DestinationId, Long> losses) {
    return catalog.destinations().stream()
        .map(one -> new DestinationReach(one.id(), since(one), losses.getOrDefault(one.id(), 0L)))
        .toList();
  }

  /** Whether destinations have the same reach in two catalogs, losses aside. */
  public static boolean isSame(Catalog one, Catalog other) {
    if (one.destinations().size() != other.destinations().size()) {
      return false;
    }
    Iterator<Destination> others = other.destinations().iterator();
    return one.destinations().stream().allMatch(destination -> isSame(destination, others.next()));
  }

  private static boolean isSame(Destination one, Destination other) {
    return one.equals(other) || (one.id().equals(other.id()) && since(one).equals(since(other)));
  }

  /** Whether messages appended now are for it. */
  public boolean isEnabled() {
    return !enabledSince.isEmpty();
  }

  private static String since(Destination destination) {
    ActiveRanges enabled = destination.enabled();
    return enabled.isOpen()
        ? enabled.ranges().getLast().from().offsets().stream()
            .map(String::valueOf)
            .collect(Collectors.joining(","))
        : "";
  }
}
