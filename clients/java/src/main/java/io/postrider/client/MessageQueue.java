package io.postrider.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The messages that are not settled yet, oldest first, within bounds: those that wait, and those
 * that are being sent. Any thread may put and wait; only the sender takes, frees and settles.
 *
 * <p>When to send is decided here: a batch is due when enough messages wait, when somebody wants
 * them flushed, at closing, and at the end of each interval. Intervals follow one another from the
 * last flush on; an empty queue does not count them, so an idle program never wakes up.
 */
final class MessageQueue {

  /** What became of a message that was put in. */
  enum Entry {
    QUEUED,
    FULL,
    CLOSED
  }

  private final QueueOptions options;
  private final Time time;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrival = lock.newCondition();
  private final Condition room = lock.newCondition();
  private final Condition progress = lock.newCondition();

  private final ArrayDeque<QueuedMessage> waiting = new ArrayDeque<>();
  private int heldMessages;
  private long heldBytes;
  private long waitingBytes;
  private long put;
  private long settled;
  private long flushed; // messages up to this one go without waiting for more
  private long lastFlush;
  private long flushBy; // when those that wait are due at the latest
  private long lost; // not accepted since it was closed
  private boolean closed;
  private boolean aborted;
  private boolean ended;

  MessageQueue(QueueOptions options, Time time) {
    this.options = options;
    this.time = time;
    this.lastFlush = time.nanos();
  }

  /** Puts a message in, or tells why not. Waits for room only if asked to. */
  Entry put(QueuedMessage message, boolean waitForRoom) throws InterruptedException {
    lock.lock();
    try {
      while (!closed && !fits(message)) {
        flushWaiting();
        if (!waitForRoom) {
          return Entry.FULL;
        }
        room.await();
      }
      if (closed) {
        return Entry.CLOSED;
      }
      add(message);
      return Entry.QUEUED;
    } finally {
      lock.unlock();
    }
  }

  private boolean fits(QueuedMessage message) {
    return heldMessages < options.mostMessages()
        && heldBytes + message.sentBytes() <= options.mostBytes();
  }

  private void add(QueuedMessage message) {
    waiting.add(message);
    heldMessages++;
    heldBytes += message.sentBytes();
    waitingBytes += message.sentBytes();
    put++;
    if (waiting.size() == 1) {
      flushBy = intervalEnd(time.nanos());
      arrival.signal();
    } else if (isEnough()) { // those before change nothing for the sender
      arrival.signal();
    }
  }

  private long intervalEnd(long now) {
    long passed = now - lastFlush;
    return now - passed % options.flushAfterNanos() + options.flushAfterNanos();
  }

  /** Gives the next batch as soon as one is due; null if there will be no more. */
  @Nullable List<QueuedMessage> take() throws InterruptedException {
    lock.lock();
    try {
      while (!isDue()) {
        if (closed) {
          return null; // nothing waits
        }
        if (waiting.isEmpty()) {
          arrival.await();
        } else {
          time.await(lock, arrival, flushBy - time.nanos());
        }
      }
      lastFlush = time.nanos();
      flushBy = lastFlush + options.flushAfterNanos();
      int count = Envelope.fitting(waiting, options.mostInBatch());
      List<QueuedMessage> batch = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        QueuedMessage message = waiting.remove();
        waitingBytes -= message.sentBytes();
        batch.add(message);
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  private boolean isDue() {
    if (waiting.isEmpty()) {
      return false;
    }
    return closed || isEnough() || put - waiting.size() < flushed || time.nanos() - flushBy >= 0;
  }

  private boolean isEnough() {
    return waiting.size() >= options.flushAt() || waitingBytes >= Limits.BATCH_BYTES;
  }

  /** Makes room: what became of a batch is known. */
  void free(List<QueuedMessage> batch) {
    lock.lock();
    try {
      heldMessages -= batch.size();
      for (QueuedMessage message : batch) {
        heldBytes -= message.sentBytes();
      }
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Counts messages whose fate everybody has been told. */
  void settle(List<QueuedMessage> batch) {
    lock.lock();
    try {
      settled += batch.size();
      progress.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Counts messages that were not accepted, if that was found out only after closing. */
  void lose(int messages) {
    lock.lock();
    try {
      if (closed) {
        lost += messages;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether the sender has gone and has handed over all that was there at closing. */
  boolean isEmptied() {
    lock.lock();
    try {
      return ended && lost == 0 && settled == put;
    } finally {
      lock.unlock();
    }
  }

  /** Waits between two attempts; ends early, with false, if there will be no other. */
  boolean pause(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long until = time.nanos() + nanos;
      while (!aborted && until - time.nanos() > 0) {
        time.await(lock, progress, until - time.nanos());
      }
      return !aborted;
    } finally {
      lock.unlock();
    }
  }

  /** Makes everything due that waits now. */
  void flush() {
    lock.lock();
    try {
      flushWaiting();
    } finally {
      lock.unlock();
    }
  }

  private void flushWaiting() {
    if (!waiting.isEmpty()) {
      flushed = put;
      arrival.signal();
    }
  }

  /** Waits until everything that was put in before is settled; false if time is over first. */
  boolean awaitSettled(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long upTo = put;
      long until = time.nanos() + nanos;
      while (settled < upTo && until - time.nanos() > 0) {
        time.await(lock, progress, until - time.nanos());
      }
      return settled >= upTo;
    } finally {
      lock.unlock();
    }
  }

  /** Lets nothing more in. What is there becomes due. */
  void close() {
    lock.lock();
    try {
      closed = true;
      arrival.signal();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Tells the sender to give up what is not sent yet. */
  void abort() {
    lock.lock();
    try {
      aborted = true;
      arrival.signal();
      progress.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  boolean isAborted() {
    lock.lock();
    try {
      return aborted;
    } finally {
      lock.unlock();
    }
  }

  /** The sender has gone. */
  void end() {
    lock.lock();
    try {
      ended = true;
      progress.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the sender has gone; false if time is over first. */
  boolean awaitEnd(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long until = time.nanos() + nanos;
      while (!ended && until - time.nanos() > 0) {
        time.await(lock, progress, until - time.nanos());
      }
      return ended;
    } finally {
      lock.unlock();
    }
  }
}
