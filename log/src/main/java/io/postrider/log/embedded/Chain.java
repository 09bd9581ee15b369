package io.postrider.log.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.LongFunction;

/**
 * Which of the segment files found make up the log. Pure.
 *
 * <p>The newest one counts, and names the one before it, and so on. An id between the two belongs
 * to an attempt that was superseded. The chain may begin anywhere, since retention takes the oldest
 * away; but as it does so strictly in order, nothing may be left beyond a gap.
 *
 * @param headers of the segments, oldest first
 * @param superseded the ids of files that are not part of the log
 */
record Chain(List<SegmentHeader> headers, List<Long> superseded) {

  static Chain of(NavigableMap<Long, SegmentHeader> found, LongFunction<String> describe) {
    List<SegmentHeader> chain = new ArrayList<>();
    List<Long> superseded = new ArrayList<>();
    SegmentHeader header = found.isEmpty() ? null : found.lastEntry().getValue();
    while (header != null) {
      chain.addFirst(header);
      long previous = header.previousId();
      if (previous >= header.id()) {
        throw Damage.foreign(describe.apply(header.id()), "it continues segment " + previous);
      }
      superseded.addAll(found.subMap(previous, false, header.id(), false).keySet());
      SegmentHeader before = found.get(previous);
      if (before == null && !found.headMap(previous).isEmpty()) {
        throw Damage.missing(
            describe.apply(previous), describe.apply(found.headMap(previous).lastKey()));
      }
      if (before != null && !before.identity().equals(header.identity())) {
        throw Damage.foreign(
            describe.apply(previous),
            "it is of log " + before.identity() + ", the newest segment of " + header.identity());
      }
      header = before;
    }
    return new Chain(chain, superseded);
  }
}
