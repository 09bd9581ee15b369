package io.postrider.server.background;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The first offset of each partition that saved cursors need. Safe to use from any thread. Before
 * the first flush everything is needed.
 */
public final class RetainedOffsets {

  private final Map<Integer, Long> offsets = new ConcurrentHashMap<>();

  /** The first offset of a partition that is needed. */
  public long neededFrom(int partition) {
    return offsets.getOrDefault(partition, 0L);
  }

  /** Sets the first offset of a partition that is needed. */
  public void publish(int partition, long needed) {
    offsets.put(partition, needed);
  }
}
