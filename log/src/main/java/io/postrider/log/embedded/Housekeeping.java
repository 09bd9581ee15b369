package io.postrider.log.embedded;

import io.postrider.log.LogCorruptException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to segments once they are written: files beside them, giving back unused disk,
 * retention. A machine that its thread, or a test, moves on. Safe to use from any thread; {@link
 * #sealed} and {@link #check}, which the writer calls, never wait for a step.
 *
 * <p>Retention takes away the oldest segment first, and syncs the directory after each. So a gap
 * between segments is never the trace of a crash.
 */
final class Housekeeping implements LogWriter.Room {

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  private final Disk disk;
  private final LogView view;
  private final Digests digests;
  private final RetentionLimits limits;
  private final LongSupplier neededFrom;
  private final InstantSource clock;
  private final long segmentBytes;
  private final Queue<Segment> finished = new ConcurrentLinkedQueue<>();
  private final Queue<String> leftovers = new ConcurrentLinkedQueue<>();
  private final Queue<Segment> doomed = new ArrayDeque<>();
  private volatile Runnable wake = () -> {};

  /** What a housekeeper works with. */
  record Parts(
      Disk disk,
      LogView view,
      Digests digests,
      RetentionLimits limits,
      LongSupplier neededFrom,
      InstantSource clock) {}

  Housekeeping(Parts parts, long segmentBytes) {
    this.disk = parts.disk();
    this.view = parts.view();
    this.digests = parts.digests();
    this.limits = parts.limits();
    this.neededFrom = parts.neededFrom();
    this.clock = parts.clock();
    this.segmentBytes = segmentBytes;
  }

  /** Has something run whenever there is something to do. */
  void wakeBy(Runnable newWake) {
    wake = newWake;
  }

  /** The writer is done with a segment. */
  void sealed(Segment segment) {
    finished.add(segment);
    wake.run();
  }

  /** A file is not part of the log. */
  void leftOver(String name) {
    leftovers.add(name);
  }

  /** Does all that is due; what fails is tried again at the next step. */
  synchronized void step() throws IOException {
    for (Segment next = finished.peek(); next != null; next = finished.peek()) {
      if (next.isEmpty()) {
        digests.forget(next);
        next.retire();
        leftovers.add(next.name());
      } else {
        finish(next);
      }
      finished.remove();
    }
    removeLeftovers();
    expire();
    removeLeftovers();
  }

  @Override
  public void check() throws NoSpaceException {
    if (decide(view.segments()).full()) {
      throw new NoSpaceException(
          "the log would grow beyond "
              + limits.maxBytes()
              + " bytes, and what it holds is still needed");
    }
  }

  private void finish(Segment segment) throws IOException {
    if (segment.isRetired()) {
      digests.forget(segment);
      return;
    }
    segment.trim();
    view.tellSize();
    SideFiles.writeIndex(disk, segment, segment.index());
    if (digests.areKept()) {
      try {
        digests.write(segment);
      } catch (LogCorruptException e) {
        LOG.error("no digests are kept for a damaged segment", e);
      }
    }
  }

  /** Files that no reader knows go at once, but before any that retention takes. */
  private void removeLeftovers() throws IOException {
    boolean any = !leftovers.isEmpty();
    for (String name = leftovers.peek(); name != null; name = leftovers.peek()) {
      disk.delete(name);
      leftovers.remove();
    }
    if (any) {
      disk.syncDirectory();
    }
  }

  private void expire() throws IOException {
    SegmentList segments = view.segments();
    int expired = decide(segments).expired();
    for (Segment segment : segments.segments().subList(0, expired)) {
      view.remove(segment);
      doomed.add(segment);
    }
    for (Segment next = doomed.peek(); next != null; next = doomed.peek()) {
      next.retire();
      disk.delete(next.name());
      disk.syncDirectory();
      doomed.remove();
      leftovers.add(FileNames.of(next.id(), FileNames.INDEX));
      leftovers.add(FileNames.of(next.id(), FileNames.DIGESTS));
    }
  }

  private Retention.Decision decide(SegmentList segments) {
    List<Segment> all = segments.segments();
    List<Retention.Old> old = new ArrayList<>();
    for (int i = 0; i + 1 < all.size(); i++) {
      SegmentHeader next = all.get(i + 1).header();
      old.add(new Retention.Old(next.baseOffset(), next.sinceMs(), all.get(i).fileBytes()));
    }
    long otherBytes = segments.last().fileBytes() + segmentBytes;
    return Retention.decide(limits, old, otherBytes, clock.instant(), neededFrom.getAsLong());
  }
}
