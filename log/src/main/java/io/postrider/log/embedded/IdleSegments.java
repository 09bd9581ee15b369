package io.postrider.log.embedded;

import java.util.Iterator;
import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/**
 * The sealed segments whose files are open although nobody uses them, because the next reader
 * probably does. Bounds the open files of a log of any length. Thread-safe.
 *
 * <p>Never holds its own lock while it closes a file, so that segments may call it.
 */
final class IdleSegments {

  static final int MAX_IDLE = 8;

  private final LinkedHashSet<Segment> idle = new LinkedHashSet<>();

  /** The last user of a segment is gone; closes the file that was idle longest beyond the bound. */
  void add(Segment segment) {
    Segment oldest = put(segment);
    if (oldest != null) {
      Quietly.close(oldest::closeIfIdle);
    }
  }

  private synchronized @Nullable Segment put(Segment segment) {
    idle.remove(segment);
    idle.add(segment);
    if (idle.size() <= MAX_IDLE) {
      return null;
    }
    Iterator<Segment> first = idle.iterator();
    Segment oldest = first.next();
    first.remove();
    return oldest;
  }
}
