package io.postrider.server.delivery;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Decides when a node asks the group to assign partitions again that no node delivers: after longer
 * than a session, in which the partitions of a node that died move without that. Asks more and more
 * rarely if it does not help, because all nodes take part each time.
 *
 * <p>Belongs to one thread, and is told the time.
 */
final class RejoinSchedule {

  static final Duration MAX_WAIT = Duration.ofMinutes(10);

  /** After a gap in the observations, all nodes look silent for a moment. */
  static final Duration GAP = Duration.ofSeconds(5);

  private final long firstWaitNanos;
  private final Map<Integer, Long> sinceNanos = new HashMap<>();
  private long waitNanos;
  private long observedNanos;

  RejoinSchedule(Duration sessionTimeout) {
    this.firstWaitNanos = sessionTimeout.toNanos();
    this.waitNanos = firstWaitNanos;
  }

  /** Takes which partitions no node delivers now; returns whether to ask the group. */
  boolean isDue(Set<Integer> unowned, long nowNanos) {
    if (nowNanos - observedNanos > GAP.toNanos()) {
      sinceNanos.clear();
    }
    observedNanos = nowNanos;
    sinceNanos.keySet().retainAll(unowned);
    unowned.forEach(partition -> sinceNanos.putIfAbsent(partition, nowNanos));
    if (unowned.isEmpty()) {
      waitNanos = firstWaitNanos;
    }
    if (sinceNanos.values().stream().noneMatch(since -> nowNanos - since > waitNanos)) {
      return false;
    }
    sinceNanos.replaceAll((partition, since) -> nowNanos);
    waitNanos = Math.min(2 * waitNanos, MAX_WAIT.toNanos());
    return true;
  }
}
