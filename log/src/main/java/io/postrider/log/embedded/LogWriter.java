package io.postrider.log.embedded;

import io.postrider.log.LogState;
import io.postrider.log.LogUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes queued appends durable, all that wait as one commit batch: one write, one sync.
 *
 * <p>A machine that its thread, or a test, moves on step by step; belongs to that one thread. After
 * a failed write or sync nothing of the current segment beyond its published end is trusted or
 * touched again: the commit and all that is queued fail, and the log goes on in a new segment whose
 * header cuts the old one off there. Until that is made, every append fails at once.
 */
final class LogWriter {

  private final CommitQueue queue;
  private final LogView view;
  private final SegmentMaker maker;
  private final Consumer<Segment> sealed;
  private final Room room;
  private final InstantSource clock;
  private final LogObserver observer;
  private final Digests digests;
  private final CommitBuffer buffer;
  private final int maxBodyBytes;
  private final long rollAfterMs;

  private Segment active;
  private long nextOffset;
  private long lastMs;
  private boolean broken;
  private @Nullable DigestContent content;
  private @Nullable Append pending;

  /** Whether the log may grow by another segment. */
  interface Room {

    /** Fails, with the reason in words, if it may not. */
    void check() throws NoSpaceException;
  }

  /** What a writer works with; {@code sealed} hears of every segment that is done with. */
  record Parts(
      CommitQueue queue,
      LogView view,
      SegmentMaker maker,
      Consumer<Segment> sealed,
      Room room,
      InstantSource clock,
      Duration rollAfter,
      Digests digests,
      LogObserver observer) {}

  LogWriter(Parts parts, int maxBodyBytes, long lastMs) {
    this.queue = parts.queue();
    this.view = parts.view();
    this.maker = parts.maker();
    this.sealed = parts.sealed();
    this.room = parts.room();
    this.clock = parts.clock();
    this.rollAfterMs = parts.rollAfter().toMillis();
    this.digests = parts.digests();
    this.observer = parts.observer();
    this.maxBodyBytes = maxBodyBytes;
    this.active = view.segments().last();
    this.content = digests.begin(active);
    this.nextOffset = view.endOffset();
    this.lastMs = lastMs;
    this.buffer = new CommitBuffer(active.header().identity(), maxBodyBytes);
  }

  /** Settles one commit's worth of what is queued; false if nothing was. */
  boolean step() {
    if (pending == null) {
      pending = queue.takeAll();
    }
    if (pending == null) {
      return false;
    }
    if (broken) {
      failPending(new LogUnavailableException(view.state().words()));
      return true;
    }
    try {
      commit(pending);
    } catch (IOException e) {
      stop(e);
    }
    return true;
  }

  /**
   * Goes on in a new segment if the current one has held a record for so long that retention could
   * otherwise not take it in time; for a moment in which nothing is queued. While the log may not
   * grow it stays in this one.
   */
  void rollIfOld() {
    if (broken || pending != null) {
      return;
    }
    try {
      if (isOld() && mayGrow()) {
        roll(0);
      }
    } catch (IOException e) {
      stop(e);
    }
  }

  private boolean isOld() throws IOException {
    SparseIndex index = active.index();
    return index.count() > 0 && index.value(0, SparseIndex.TIME) + rollAfterMs <= clock.millis();
  }

  private boolean mayGrow() {
    try {
      room.check();
      return true;
    } catch (NoSpaceException full) {
      return false; // what comes may still fit here
    }
  }

  /** Whether it waits for the disk to come back, so that {@link #recover} is to be tried. */
  boolean isBroken() {
    return broken;
  }

  /** Tries to go on in a new segment; says in the state if it still cannot. */
  boolean recover() {
    try {
      roll(0);
    } catch (IOException e) {
      view.become(stateAfter(e));
      return false;
    }
    broken = false;
    view.become(new LogState.Running());
    return true;
  }

  /** Lets nothing more in and settles what is queued. */
  void finish() {
    step();
    while (pending != null) {
      step();
    }
    pending = queue.close();
    while (pending != null) {
      step();
    }
  }

  /** Fails all that is queued, without another look at the disk. */
  void abandon() {
    broken = true;
    LogUnavailableException why = new LogUnavailableException(view.state().words());
    failPending(why);
    pending = queue.close();
    failPending(why);
  }

  private void commit(Append first) throws IOException {
    int bodyBytes = 0;
    int appends = 0;
    int records = 0;
    Append until = first;
    while (until != null && bodyBytes + until.weightBytes <= maxBodyBytes) {
      bodyBytes += until.weightBytes;
      appends++;
      records += until.count;
      until = until.next;
    }
    int sizeBytes = BatchCodec.sizeBytes(bodyBytes);
    if (active.end() + sizeBytes > active.fileBytes()) {
      roll(sizeBytes);
    }
    long timeMs = Math.max(lastMs, clock.millis());
    long position = active.end();
    ByteBuffer bytes = buffer.compose(first, until, active.id(), nextOffset, timeMs, position);
    long syncNanos = write(bytes, position);

    active.index().add(nextOffset, position, timeMs);
    if (content != null) {
      content.add(timeMs, nextOffset, records, bytes, 0);
    }
    active.advanceTo(position + sizeBytes);
    lastMs = timeMs;
    long base = nextOffset;
    nextOffset += records;
    pending = until;
    queue.release(bodyBytes);
    view.publish(nextOffset);
    long longestNanos = System.nanoTime() - first.sinceNanos;
    succeed(first, until, base);
    observer.committed(
        new LogObserver.Commit(appends, records, sizeBytes, longestNanos, syncNanos));
  }

  private long write(ByteBuffer bytes, long position) throws IOException {
    DiskFile file = active.acquire();
    try {
      file.write(bytes, position);
      long syncing = System.nanoTime();
      file.sync();
      return System.nanoTime() - syncing;
    } finally {
      active.release();
    }
  }

  private static void succeed(Append first, @Nullable Append until, long base) {
    long offset = base;
    Append each = first;
    while (each != null && each != until) {
      Append next = each.next;
      each.next = null;
      each.succeed(offset);
      offset += each.count;
      each = next;
    }
  }

  /** Goes on in a new segment, behind what is proven of the current one. */
  private void roll(int roomBytes) throws IOException {
    room.check();
    Segment old = active;
    Segment next =
        maker.make(
            Continuation.behind(old.header(), old.end(), nextOffset, lastMs, null), roomBytes);
    old.seal();
    if (content != null) {
      digests.sealed(old, content);
    }
    content = digests.begin(next);
    active = next;
    view.add(next);
    sealed.accept(old);
  }

  private void stop(IOException why) {
    broken = true;
    LogState state = stateAfter(why);
    view.become(state);
    LogUnavailableException failure = new LogUnavailableException(state.words(), why);
    failPending(failure);
    pending = queue.takeAll();
    failPending(failure);
  }

  private static LogState stateAfter(IOException why) {
    return switch (why) {
      case NoSpaceException full -> new LogState.Full("no space for the log: " + words(full));
      case ReadOnlyDiskException fixed ->
          new LogState.ReadOnly("the disk of the log is read-only: " + words(fixed));
      default -> new LogState.Failed("cannot write the log: " + words(why));
    };
  }

  private static String words(IOException why) {
    return why.getMessage() == null ? why.toString() : why.getMessage();
  }

  private void failPending(LogUnavailableException why) {
    Append each = pending;
    pending = null;
    while (each != null) {
      Append next = each.next;
      each.next = null;
      queue.release(each.weightBytes);
      each.fail(why);
      each = next;
    }
  }
}
