package io.postrider.route;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stretches of the log during which something was on: a destination enabled, a source
 * connected. Immutable; spans follow each other and do not overlap, and only the last may be open.
 *
 * <p>What was on is told by a message's place in the log, so that a message accepted after a change
 * was answered is never judged by what was before it, however late it is read.
 */
public record ActiveRanges(List<Range> ranges) {

  /** Never on. */
  public static final ActiveRanges NONE = new ActiveRanges(List.of());

  /**
   * One stretch.
   *
   * @param to where it ended; null while it lasts
   */
  public record Range(LogEndOffsets from, @Nullable LogEndOffsets to) {

    boolean contains(int partition, long offset) {
      return offset >= from.at(partition) && (to == null || offset < to.at(partition));
    }
  }

  public ActiveRanges {
    ranges = List.copyOf(ranges);
  }

  /** Whether the last span is still open. */
  public boolean isOpen() {
    return !ranges.isEmpty() && ranges.getLast().to() == null;
  }

  /** Whether it was on when the message at a place in the log was accepted. */
  public boolean contains(int partition, long offset) {
    for (int i = ranges.size() - 1; i >= 0; i--) {
      if (ranges.get(i).contains(partition, offset)) {
        return true;
      }
    }
    return false;
  }

  /** The same, switched on at a moment unless it is on already. */
  public ActiveRanges opened(LogEndOffsets at) {
    return isOpen() ? this : withLast(ranges, new Range(at, null));
  }

  /** The same, switched off at a moment unless it is off already. */
  public ActiveRanges closed(LogEndOffsets at) {
    return isOpen()
        ? withLast(ranges.subList(0, ranges.size() - 1), new Range(ranges.getLast().from(), at))
        : this;
  }

  /** Without the spans that ended at or before a place in every partition. */
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
