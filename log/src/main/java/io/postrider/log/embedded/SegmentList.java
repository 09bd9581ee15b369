package io.postrider.log.embedded;

import java.util.ArrayList;
import java.util.List;

/**
 * An immutable snapshot of the log's segments, oldest first. The last one is the active segment.
 */
record SegmentList(List<Segment> segments) {

  SegmentList {
    segments = List.copyOf(segments);
  }

  Segment first() {
    return segments.getFirst();
  }

  Segment last() {
    return segments.getLast();
  }

  /**
   * The index of the segment that contains, or will contain, an offset; -1 if the offset lies
   * before the first segment.
   */
  int indexOf(long offset) {
    int low = 0;
    int high = segments.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (segments.get(middle).baseOffset() <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /**
   * The index of the last segment that may contain batches older than a time; -1 if there is none.
   */
  int indexBefore(long timeMs) {
    int low = 0;
    int high = segments.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (segments.get(middle).header().sinceMs() < timeMs) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** A list with a new last segment, which replaces the previous last one if that is empty. */
  SegmentList with(Segment segment) {
    List<Segment> longer = new ArrayList<>(segments);
    if (!longer.isEmpty() && longer.getLast().isEmpty()) {
      longer.removeLast();
    }
    longer.add(segment);
    return new SegmentList(longer);
  }

  SegmentList without(Segment segment) {
    return new SegmentList(segments.stream().filter(kept -> kept != segment).toList());
  }

  long sizeBytes() {
    return segments.stream().mapToLong(Segment::fileBytes).sum();
  }
}
