package io.postrider.log.embedded;

import io.postrider.log.LogState;
import java.io.Closeable;
import java.io.IOException;

/**
 * An open log without its threads: the machines, wired up. {@link LogThreads} drives them; so does
 * a test, step by step.
 *
 * <p>Opening recovers: what is not proven durable is written again, in a new segment, before
 * anything can be read or appended.
 */
final class LogMachine {

  private final Closeable lock;
  private final LogView view;
  private final CommitQueue queue;
  private final SegmentFiller filler;
  private final LogWriter writer;
  private final Housekeeping housekeeping;
  private final Digests digests;

  private LogMachine(
      Closeable lock,
      LogView view,
      CommitQueue queue,
      SegmentFiller filler,
      LogWriter writer,
      Housekeeping housekeeping,
      Digests digests) {
    this.lock = lock;
    this.view = view;
    this.queue = queue;
    this.filler = filler;
    this.writer = writer;
    this.housekeeping = housekeeping;
    this.digests = digests;
  }

  static LogMachine open(Disk disk, EmbeddedLogOptions options) throws IOException {
    Closeable lock = disk.lock();
    try {
      return recover(disk, options, lock);
    } catch (IOException | RuntimeException e) {
      Quietly.close(lock);
      throw e;
    }
  }

  private static LogMachine recover(Disk disk, EmbeddedLogOptions options, Closeable lock)
      throws IOException {
    Digests digests = new Digests(disk, options.digests());
    Opening opening = Opening.look(disk, digests.areKept(), options.newIdentity());
    for (String name : opening.leftovers()) {
      disk.delete(name);
    }
    Continuation goOn = opening.goOn();
    Continuation.Tail tail = goOn.tail();
    LogView view =
        new LogView(
            new SegmentList(opening.segments()),
            tail == null ? goOn.baseOffset() : tail.endOffset(),
            options.observer());
    LogSizes sizes = options.sizes();
    Housekeeping housekeeping =
        new Housekeeping(
            new Housekeeping.Parts(
                disk, view, digests, options.retention(), options.neededFrom(), options.clock()),
            sizes.segment());
    SegmentFiller filler = new SegmentFiller(disk, sizes.segment(), sizes.fillChunk());
    SegmentMaker maker =
        new SegmentMaker(
            disk, filler, housekeeping::leftOver, sizes.firstSegment(), opening.lastId());
    view.add(maker.make(goOn, 0));
    opening.toFinish().forEach(housekeeping::sealed);

    CommitQueue queue = new CommitQueue(sizes.maxQueued());
    LogWriter writer =
        new LogWriter(
            new LogWriter.Parts(
                queue,
                view,
                maker,
                housekeeping::sealed,
                housekeeping,
                options.clock(),
                options.retention().rollAfter(),
                digests,
                options.observer()),
            sizes.maxAppend(),
            tail == null ? goOn.sinceMs() : tail.lastMs());
    return new LogMachine(lock, view, queue, filler, writer, housekeeping, digests);
  }

  LogView view() {
    return view;
  }

  CommitQueue queue() {
    return queue;
  }

  SegmentFiller filler() {
    return filler;
  }

  LogWriter writer() {
    return writer;
  }

  Housekeeping housekeeping() {
    return housekeeping;
  }

  Digests digests() {
    return digests;
  }

  /** Lets go of everything, after the threads have ended. */
  void close() {
    view.become(new LogState.Closed());
    view.arrivals().close();
    filler.close();
    for (Segment segment : view.segments().segments()) {
      Quietly.close(segment::retire);
    }
    Quietly.close(lock);
  }
}
