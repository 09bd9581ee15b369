package io.postrider.log.embedded;

import io.postrider.log.LogCorruptException;
import io.postrider.log.StableClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
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
 * Background maintenance of segments: index and digest files, truncation, retention. A thread, or a
 * test, drives it step by step. Thread-safe; {@link #sealed} and {@link #requireSpace}, which the
 * writer calls, never block on a step.
 *
 * <p>Retention takes segments off the manifest, then deletes the oldest first and syncs the
 * directory after each deletion. So a crash never leaves a gap between segments. Instead of being
 * deleted, a file may be recycled: the preallocator renames it and syncs the directory likewise.
 */
final class LogMaintenance {

  private static final Logger LOG = LoggerFactory.getLogger(LogMaintenance.class);

  /** Nothing expires by age this long after opening and after a jump of the clock. */
  static final Duration SETTLE = Duration.ofHours(1);

  private static final int PARTS_OF_RETENTION = 16;

  private final Disk disk;
  private final LogManifest manifest;
  private final LogView view;
  private final Digests digests;
  private final SegmentPreallocator preallocator;
  private final RetentionLimits limits;
  private final LongSupplier neededFrom;
  private final LongSupplier room;
  private final StableClock clock;
  private final Duration settle;
  private final LogObserver observer;
  private final long segmentBytes;
  private final Duration recycleWithin;
  private final InstantSource steadyTime;
  private final Queue<Segment> finished = new ConcurrentLinkedQueue<>();
  private final Queue<String> orphans = new ConcurrentLinkedQueue<>();
  private final Queue<Segment> toDelete = new ArrayDeque<>();
  private volatile Runnable wake = () -> {};

  LogMaintenance(
      Disk disk,
      LogManifest manifest,
      LogView view,
      Digests digests,
      SegmentPreallocator preallocator,
      EmbeddedLogOptions options) {
    this.disk = disk;
    this.manifest = manifest;
    this.view = view;
    this.digests = digests;
    this.preallocator = preallocator;
    this.recycleWithin = options.recycleWithin();
    this.steadyTime = options.steadyTime();
    this.limits = options.retention();
    this.neededFrom = options.neededFrom();
    this.room = options.room();
    this.observer = options.observer();
    this.settle = settle(options.retention());
    Duration confirm = settle.compareTo(StableClock.CONFIRM) < 0 ? settle : StableClock.CONFIRM;
    this.clock =
        new StableClock(options.time(), options.steadyTime(), confirm, observer::clockJumped);
    this.segmentBytes = options.sizes().segment();
  }

  /** A log of short retention waits for a small part of it. */
  private static Duration settle(RetentionLimits limits) {
    Duration part = Duration.ofMillis(limits.retention().toMillis() / PARTS_OF_RETENTION);
    return part.compareTo(SETTLE) < 0 ? part : SETTLE;
  }

  /** The time of records: follows the system clock, but not its short jumps. */
  StableClock clock() {
    return clock;
  }

  /** Sets the callback to run when there is work. */
  void onWork(Runnable newWake) {
    wake = newWake;
  }

  /** The writer has sealed a segment. */
  void sealed(Segment segment) {
    finished.add(segment);
    wake.run();
  }

  /** Schedules the deletion of a file that is not part of the log. */
  void orphaned(String name) {
    orphans.add(name);
  }

  /** Does all pending work. The next step retries what fails. */
  synchronized void step() throws IOException {
    for (Segment sealed : finished) {
      if (!sealed.isEmpty() && !sealed.isRetired()) {
        sealed.trim();
      }
    }
    removeOrphans();
    // before the slow files, so that the filler gets a file to recycle before it fills another one
    expire();
    for (Segment next = finished.peek(); next != null; next = finished.peek()) {
      if (next.isEmpty()) {
        digests.forget(next);
        next.retire();
        orphans.add(next.name());
      } else {
        finish(next);
      }
      finished.remove();
    }
    if (preallocator.discardStale(steadyTime.instant(), recycleWithin)) {
      wake.run();
    }
    removeOrphans();
  }

  /**
   * Lets a complete, synced copy take the place of a sealed segment; durable when this returns.
   *
   * @return false if the segment is no longer part of the log
   */
  synchronized boolean replace(Segment segment, String copy) throws IOException {
    if (segment.isRetired()) {
      return false;
    }
    segment.replaceBy(copy);
    disk.syncDirectory();
    view.reportSize();
    return true;
  }

  /** Makes the names of files durable that an earlier process, or a failed call, has changed. */
  void syncNames() throws IOException {
    disk.syncDirectory();
  }

  /** A rewriter of one segment. */
  SegmentRewriter rewriter(Segment segment, RecordRewrite rewrite, RewritePace pace) {
    return new SegmentRewriter(disk, this, segment, rewrite, pace);
  }

  /** Fails if the log may not grow by another segment. */
  void requireSpace() throws NoSpaceException {
    if (decide(view.segments(), neededFrom.getAsLong()).full()) {
      throw new NoSpaceException(
          "the log would exceed "
              + limits.within(room.getAsLong()).maxBytes()
              + " bytes, and its records are still needed");
    }
  }

  private void finish(Segment segment) throws IOException {
    if (segment.isRetired()) {
      digests.forget(segment);
      return;
    }
    segment.trim();
    view.reportSize();
    SidecarFiles.writeIndex(disk, segment, segment.index());
    if (digests.enabled()) {
      try {
        digests.write(segment);
      } catch (LogCorruptException e) {
        LOG.error("Cannot write the digest file of a corrupt segment", e);
      }
    }
  }

  /** Deletes files that no reader uses. */
  private void removeOrphans() throws IOException {
    orphans.addAll(preallocator.takeUndeleted());
    boolean any = !orphans.isEmpty();
    for (String name = orphans.peek(); name != null; name = orphans.peek()) {
      disk.delete(name);
      orphans.remove();
    }
    if (any) {
      disk.syncDirectory();
    }
  }

  private void expire() throws IOException {
    SegmentList segments = view.segments();
    long needed = neededFrom.getAsLong();
    int expired = decide(segments, needed).expired();
    long sizeBytes = 0;
    for (Segment segment : segments.segments().subList(0, expired)) {
      sizeBytes += segment.fileBytes();
      view.remove(segment);
      toDelete.add(segment);
    }
    if (expired > 0) {
      long from = segments.first().baseOffset();
      long to = segments.segments().get(expired).baseOffset();
      long neededRecords = Math.max(0, to - Math.max(from, needed));
      observer.removed(new LogObserver.Removal(from, to, neededRecords, expired, sizeBytes));
    }
    if (!toDelete.isEmpty()) {
      manifest.startWith(view.segments().first().id());
    }
    for (Segment next = toDelete.peek(); next != null; next = toDelete.peek()) {
      next.retire();
      if (!recycle(next)) {
        disk.delete(next.name());
        disk.syncDirectory();
      }
      toDelete.remove();
      orphans.add(FileNames.of(next.id(), FileNames.INDEX));
      orphans.add(FileNames.of(next.id(), FileNames.DIGESTS));
    }
  }

  private boolean recycle(Segment expired) {
    return recycleWithin.isPositive() && preallocator.recycle(expired, steadyTime.instant());
  }

  private RetentionPolicy.Decision decide(SegmentList segments, long needed) {
    List<Segment> all = segments.segments();
    List<RetentionPolicy.SealedSegment> old = new ArrayList<>();
    for (int i = 0; i + 1 < all.size(); i++) {
      SegmentHeader next = all.get(i + 1).header();
      old.add(
          new RetentionPolicy.SealedSegment(
              next.baseOffset(), clock.sinceMillis(next.sinceMs()), all.get(i).fileBytes()));
    }
    long otherBytes = segments.last().fileBytes() + segmentBytes;
    Instant now = Instant.ofEpochMilli(clock.millis());
    return RetentionPolicy.decide(
        limits.within(room.getAsLong()),
        old,
        otherBytes,
        new RetentionPolicy.Moment(now, clock.isSettled(settle), needed));
  }
}
