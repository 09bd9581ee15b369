package io.postrider.log.embedded;

import io.postrider.log.LogState;
import java.io.Closeable;
import java.io.IOException;

/**
 * The components of an open log, without threads. {@link LogThreads} drives them; tests drive them
 * step by step.
 *
 * <p>Opening recovers the log: batches that are not proven durable are rewritten to a new segment
 * before any read or append.
 */
record LogCore(
    Closeable lock,
    LogView view,
    CommitQueue queue,
    SegmentPreallocator preallocator,
    LogWriter writer,
    LogMaintenance maintenance,
    Digests digests) {

  static LogCore open(Disk disk, EmbeddedLogOptions options) throws IOException {
    Closeable lock = disk.lock();
    try {
      return recover(disk, options, lock);
    } catch (IOException | RuntimeException e) {
      Quietly.close(lock);
      throw e;
    }
  }

  private static LogCore recover(Disk disk, EmbeddedLogOptions options, Closeable lock)
      throws IOException {
    Digests digests = new Digests(disk, options.digests());
    LogRecovery recovery = LogRecovery.scan(disk, digests.enabled());
    for (String name : recovery.orphans()) {
      disk.delete(name);
    }
    NextSegment nextSegment = recovery.nextSegment();
    NextSegment.Tail tail = nextSegment.tail();
    LogView view =
        new LogView(
            new SegmentList(recovery.segments()),
            tail == null ? nextSegment.baseOffset() : tail.endOffset(),
            options.observer());
    LogSizes sizes = options.sizes();
    SegmentPreallocator preallocator =
        new SegmentPreallocator(disk, sizes.segment(), sizes.fillChunk());
    LogMaintenance maintenance =
        new LogMaintenance(disk, recovery.manifest(), view, digests, preallocator, options);
    SegmentFactory segmentFactory =
        new SegmentFactory(
            disk,
            recovery.manifest(),
            preallocator,
            maintenance::orphaned,
            sizes.firstSegment(),
            recovery.lastId());
    view.add(segmentFactory.make(nextSegment, 0));
    recovery.unfinished().forEach(maintenance::sealed);

    CommitQueue queue = new CommitQueue(sizes.maxQueued());
    LogWriter writer =
        new LogWriter(
            queue,
            view,
            segmentFactory,
            maintenance,
            digests,
            options,
            tail == null ? nextSegment.sinceMs() : tail.lastMs());
    return new LogCore(lock, view, queue, preallocator, writer, maintenance, digests);
  }

  /** Releases all resources. Call it after the threads have ended. */
  void close() {
    view.changeState(new LogState.Closed());
    view.waiters().close();
    preallocator.close();
    for (Segment segment : view.segments().segments()) {
      Quietly.close(segment::retire);
    }
    Quietly.close(lock);
  }
}
