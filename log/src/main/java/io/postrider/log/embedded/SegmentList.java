package io.postrider.log.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** An immutable snapshot of the segments, oldest first; the last one is active. */
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

  /** The index of the segment that contains, or will contain, an offset; or -1. */
  int indexOf(long offset) {
    return last(segment -> segment.baseOffset() <= offset);
  }

  /** The index of the last segment that may contain batches older than a time, or -1. */
  int indexBefore(long timeMs) {
    return last(segment -> segment.header().sinceMs() < timeMs);
  }

  /** The index of the last segment that matches; all segments before it match too. */
  private int last(Predicate<Segment> matches) {
    int low = 0;
    int high = segments.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (matches.test(segments.get(middle))) {
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
