package io.postrider.log.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.LongFunction;

/**
 * Selects the segment files that make up the log. Pure.
 *
 * <p>The chain starts at the newest segment; each header names its predecessor. A file whose ID
 * lies between two linked segments belongs to a superseded attempt. Retention deletes the oldest
 * segments in strict order. So the chain may start at any ID, but files older than a gap mean that
 * a segment is missing.
 */
final class SegmentChain {

  private SegmentChain() {}

  /** The headers of the log's segments, oldest first. */
  static List<SegmentHeader> of(
      NavigableMap<Long, SegmentHeader> found, LongFunction<String> describe) {
    List<SegmentHeader> chain = new ArrayList<>();
    SegmentHeader header = found.isEmpty() ? null : found.lastEntry().getValue();
    while (header != null) {
      chain.addFirst(header);
      long previous = header.previousId();
      if (previous >= header.id()) {
        throw Corruption.foreign(
            describe.apply(header.id()), "its predecessor is segment " + previous);
      }
      SegmentHeader before = found.get(previous);
      if (before == null && !found.headMap(previous).isEmpty()) {
        throw Corruption.missing(
            describe.apply(previous), describe.apply(found.headMap(previous).lastKey()));
      }
      if (before != null && !before.identity().equals(header.identity())) {
        throw Corruption.foreign(
            describe.apply(previous),
            "its log is "
                + before.identity()
                + ", but the newest segment's log is "
                + header.identity());
      }
      header = before;
    }
    return chain;
  }
}
