package io.postrider.route;

import java.util.List;

/**
 * The durable end of every partition of the log at one moment: messages accepted before it have
 * smaller offsets, messages accepted later have these or larger ones.
 *
 * @param offsets by partition
 */
public record LogEndOffsets(List<Long> offsets) {

  public LogEndOffsets {
    offsets = List.copyOf(offsets);
  }

  public static LogEndOffsets of(long offset) {
    return new LogEndOffsets(List.of(offset));
  }

  /** The end of a partition; 0 if it did not exist then. */
  public long at(int partition) {
    return partition < offsets.size() ? offsets.get(partition) : 0;
  }
}
