package io.postrider.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of messages, oldest first: those that wait, and the batch being sent. Any thread
 * may put and wait; only the sender takes, frees and settles.
 *
 * <p>The queue decides when to send. A batch is due when enough messages wait, on a flush, on
 * close, and at the end of each flush interval. Intervals start at the last flush; an empty queue
 * does not track them, so an idle program never wakes up.
 */
final class MessageQueue {

  /** The result of {@link #put}. */
  enum Entry {
    QUEUED,
    FULL,
    CLOSED
  }

  private final QueueOptions options;
  private final Time time;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition due = lock.newCondition();
  private final Condition room = lock.newCondition();
  private final Condition progress = lock.newCondition();

  private final ArrayDeque<QueuedMessage> waiting = new ArrayDeque<>();
  private int heldMessages;
  private long heldBytes;
  private long waitingBytes;
  private long put;
  private long settled;
  private long flushed; // messages up to this number are due now
  private long lastFlush;
  private long flushBy; // deadline for the waiting messages
  private long lost; // messages not accepted after closing
  private boolean closed;
  private boolean aborted;
  private boolean ended;

  MessageQueue(QueueOptions options, Time time) {
    this.options = options;
    this.time = time;
    this.lastFlush = time.nanos();
  }

  /** Adds a message, or returns why it cannot. Waits for room only if {@code waitForRoom}. */
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
    return heldMessages < options.maxMessages()
        && heldBytes + message.sentBytes() <= options.maxBytes();
  }

  private void add(QueuedMessage message) {
    waiting.add(message);
    heldMessages++;
    heldBytes += message.sentBytes();
    waitingBytes += message.sentBytes();
    put++;
    if (waiting.size() == 1) {
      flushBy = intervalEnd(time.nanos());
      due.signal();
    } else if (isEnough()) { // earlier messages do not change when a batch is due
      due.signal();
    }
  }

  private long intervalEnd(long now) {
    long passed = now - lastFlush;
    return now - passed % options.flushAfterNanos() + options.flushAfterNanos();
  }

  /** Waits for the next due batch; null if there will be no more. */
  @Nullable List<QueuedMessage> take() throws InterruptedException {
    lock.lock();
    try {
      while (!isDue()) {
        if (closed) {
          return null; // the queue is empty
        }
        if (waiting.isEmpty()) {
          due.await();
        } else {
          time.await(lock, due, flushBy - time.nanos());
        }
      }
      lastFlush = time.nanos();
      flushBy = lastFlush + options.flushAfterNanos();
      int count = Envelope.fitting(waiting, options.maxInBatch());
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

  /** Frees the space of a batch whose outcome is known. */
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

  /** Counts messages whose outcome has been reported. */
  void settle(List<QueuedMessage> batch) {
    lock.lock();
    try {
      settled += batch.size();
      progress.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Counts messages that were not accepted, if the queue is closed. */
  void countLost(int messages) {
    lock.lock();
    try {
      if (closed) {
        lost += messages;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether the sender has ended and the service has accepted everything queued at close. */
  boolean isEmptied() {
    lock.lock();
    try {
      return ended && lost == 0 && settled == put;
    } finally {
      lock.unlock();
    }
  }

  /** Waits between two attempts; returns false early on abort. */
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

  /** Makes all waiting messages due now. */
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
      due.signal();
    }
  }

  /** Waits until all messages queued so far are settled; false on timeout. */
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

  /** Rejects further messages and makes the queued ones due. */
  void close() {
    lock.lock();
    try {
      closed = true;
      due.signal();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Makes the sender give up all unsent messages. */
  void abort() {
    lock.lock();
    try {
      aborted = true;
      due.signal();
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

  /** The sender has ended. */
  void end() {
    lock.lock();
    try {
      ended = true;
      progress.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the sender has ended; false on timeout. */
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
