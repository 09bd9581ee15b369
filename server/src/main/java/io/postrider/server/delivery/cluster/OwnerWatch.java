package io.postrider.server.delivery.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Notices partitions that no node delivers: their owner has said nothing for a while. Compares
 * nobody's clock with another: it measures since when a row has not changed. Belongs to one thread.
 */
final class OwnerWatch {

  /**
   * An owner says every second that it is there; a partition moves within the session timeout and a
   * few seconds.
   */
  static final Duration SILENCE = Duration.ofSeconds(10);

  private record Sign(PartitionOwner owner, long atNanos) {}

  private final int partitions;
  private final long startNanos;
  private final Map<Integer, Sign> signs = new HashMap<>();

  /**
   * @param partitions how many the log has
   * @param startNanos since when it watches
   */
  OwnerWatch(int partitions, long startNanos) {
    this.partitions = partitions;
    this.startNanos = startNanos;
  }

  /** Takes what owners say now; returns the partitions whose owner is silent or unknown. */
  SortedSet<Integer> observe(List<PartitionOwner> owners, long nowNanos) {
    for (PartitionOwner owner : owners) {
      Sign last = signs.get(owner.partition());
      if (last == null || !last.owner.equals(owner)) {
        signs.put(owner.partition(), new Sign(owner, nowNanos));
      }
    }
    SortedSet<Integer> silent = new TreeSet<>();
    for (int partition = 0; partition < partitions; partition++) {
      Sign last = signs.get(partition);
      long sinceNanos = last == null ? startNanos : last.atNanos;
      if (nowNanos - sinceNanos > SILENCE.toNanos()) {
        silent.add(partition);
      }
    }
    return silent;
  }
}
