package io.postrider.log.embedded;

import java.util.ArrayList;
import java.util.List;

/**
 * The segments that make up the log at one moment, oldest first; the last one is being written.
 * Immutable.
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

  /** The index of the segment that holds, or will hold, an offset; -1 if it lies before all. */
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

  /** The index of the last segment that may hold batches older than a time; -1 if none does. */
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

  /** With a new segment at the end; one that stayed empty makes way for it. */
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
