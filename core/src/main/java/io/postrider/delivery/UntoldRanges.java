package io.postrider.delivery;

import java.util.ArrayList;
import java.util.List;

/**
 * Cancelled ranges of the log whose messages were not read: the ledger does not tell their ends
 * yet. They are part of the cursor until it does, so that a crash repeats the reading. Belongs to
 * the machine's thread. Each cancellation adds at most one, and they do not overlap.
 */
final class UntoldRanges {

  /** A range of offsets; the end is exclusive. */
  record Range(long from, long to) {}

  private final List<Range> ranges;

  UntoldRanges(List<Range> saved) {
    ranges = new ArrayList<>(saved);
  }

  void add(long from, long to) {
    ranges.add(new Range(from, to));
  }

  /** The ledger tells the ends of a range, or of its beginning. */
  boolean told(long from, long to) {
    for (int i = 0; i < ranges.size(); i++) {
      Range range = ranges.get(i);
      if (range.from == from && to > from) {
        if (to >= range.to) {
          ranges.remove(i);
        } else {
          ranges.set(i, new Range(to, range.to));
        }
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** The lowest offset; {@link Long#MAX_VALUE} if there is none. */
  long first() {
    long first = Long.MAX_VALUE;
    for (Range range : ranges) {
      first = Math.min(first, range.from);
    }
    return first;
  }

  List<Range> list() {
    return List.copyOf(ranges);
  }
}
