package io.postrider.route;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of the log in which something was active: a destination enabled, a source connected.
 * Immutable; ranges are ordered and do not overlap, and only the last may be open.
 *
 * <p>Activity depends on a message's offset. So a message accepted after a change was confirmed is
 * never routed by the earlier state, however late it is read.
 */
public record ActiveRanges(List<Range> ranges) {

  public static final ActiveRanges NONE = new ActiveRanges(List.of());

  /**
   * A range.
   *
   * @param to its end; null while it is open
   */
  public record Range(LogEndOffsets from, @Nullable LogEndOffsets to) {

    boolean contains(int partition, long offset) {
      return offset >= from.at(partition) && (to == null || offset < to.at(partition));
    }
  }

  public ActiveRanges {
    ranges = List.copyOf(ranges);
  }

  public boolean isOpen() {
    return !ranges.isEmpty() && ranges.getLast().to() == null;
  }

  /** Whether a message's offset lies in a range. */
  public boolean contains(int partition, long offset) {
    for (int i = ranges.size() - 1; i >= 0; i--) {
      if (ranges.get(i).contains(partition, offset)) {
        return true;
      }
    }
    return false;
  }

  /** Opens a range unless one is open. */
  public ActiveRanges opened(LogEndOffsets at) {
    return isOpen() ? this : withLast(ranges, new Range(at, null));
  }

  /** Closes the open range, if any. */
  public ActiveRanges closed(LogEndOffsets at) {
    return isOpen()
        ? withLast(ranges.subList(0, ranges.size() - 1), new Range(ranges.getLast().from(), at))
        : this;
  }

  /** Removes the ranges that ended at or before these offsets in every partition. */
  public ActiveRanges since(LogEndOffsets first) {
    List<Range> kept = new ArrayList<>();
    for (Range range : ranges) {
      LogEndOffsets to = range.to();
      if (to == null || reachesBeyond(to, first)) {
        kept.add(range);
      }
    }
    return kept.size() == ranges.size() ? this : new ActiveRanges(kept);
  }

  private static boolean reachesBeyond(LogEndOffsets to, LogEndOffsets first) {
    for (int partition = 0; partition < to.offsets().size(); partition++) {
      if (to.at(partition) > first.at(partition)) {
        return true;
      }
    }
    return false;
  }

  private static ActiveRanges withLast(List<Range> before, Range last) {
    List<Range> all = new ArrayList<>(before);
    all.add(last);
    return new ActiveRanges(all);
  }
}
