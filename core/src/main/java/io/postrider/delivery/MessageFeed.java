package io.postrider.delivery;

import io.postrider.message.RecordView;
import java.util.List;

/**
 * The read position of a machine, and its queue. A machine is <i>level</i> while it takes live
 * messages. It is <i>behind</i> once its queue was full: then it reads by itself, as much as the
 * queue has room for, until it reaches the live position.
 */
final class MessageFeed {

  private final Effects effects;
  private final RoundScheduler scheduler;
  private final FailureIndex failures;
  private final WaitingQueue queue;
  private final UntoldRanges untold;

  /** The first offset that was not taken. */
  private long next;

  private boolean level;
  private boolean feedPending;

  /** Whether the queue had no room for all that was last read; no request is made until it has. */
  private boolean full;

  MessageFeed(
      Effects effects,
      RoundScheduler scheduler,
      FailureIndex failures,
      WaitingQueue queue,
      UntoldRanges untold,
      long next) {
    this.effects = effects;
    this.scheduler = scheduler;
    this.failures = failures;
    this.queue = queue;
    this.untold = untold;
    this.next = next;
    checkCaughtUp();
  }

  private void checkCaughtUp() {
    level = level || next >= effects.livePosition();
  }

  boolean isCaughtUp() {
    return level;
  }

  WaitingQueue queue() {
    return queue;
  }

  /** Whether live delivery has nothing to start, so that a replay may. */
  boolean isQuiet() {
    return level && queue.isEmpty();
  }

  long readTo() {
    if (!queue.isEmpty()) {
      return queue.firstOffset();
    }
    return level ? Math.max(next, effects.livePosition()) : next;
  }

  void offer(long offset, RecordView record, long nowMillis) {
    if (level && offset >= next) {
      if (take(offset, record, nowMillis)) {
        next = offset + 1;
      } else {
        next = offset;
        level = false;
        full = true;
      }
    }
  }

  private boolean take(long offset, RecordView record, long nowMillis) {
    if (queue.isEmpty() && scheduler.canStartFirst(nowMillis)) {
      scheduler.first(offset, record, nowMillis);
      return true;
    }
    return queue.add(offset, record);
  }

  void fed(List<Candidate> candidates, long nextOffset, long nowMillis) {
    if (!feedPending) {
      return;
    }
    feedPending = false;
    for (Candidate candidate : candidates) {
      if (candidate.offset() >= next) {
        if (!take(candidate.offset(), candidate.record(), nowMillis)) {
          next = candidate.offset();
          full = true;
          return;
        }
        next = candidate.offset() + 1;
      }
    }
    next = Math.max(next, nextOffset);
    checkCaughtUp();
  }

  void expired(long firstOffset) {
    if (feedPending) {
      feedPending = false;
      if (firstOffset > next) {
        failures.expire(next, firstOffset);
        effects.lost(next, firstOffset);
        next = firstOffset;
      }
      checkCaughtUp();
    }
  }

  /** Starts the first round of the oldest queued message, if possible. */
  boolean start(long nowMillis) {
    RecordView record = queue.first();
    if (record == null || !scheduler.canStartFirst(nowMillis)) {
      return false;
    }
    long offset = queue.firstOffset();
    removeFirst();
    scheduler.first(offset, record, nowMillis);
    return true;
  }

  /** Gives up on messages at the head of the queue whose retry windows ended. */
  void expireHeld(RetryWindow windows, long nowMillis) {
    RecordView record = queue.first();
    while (record != null && heldEndMillis(windows, record) <= nowMillis) {
      long offset = queue.firstOffset();
      removeFirst();
      scheduler.ends().giveUpUnsent(offset, record, nowMillis);
      record = queue.first();
    }
  }

  /** The end of the retry window of the message at the head of the queue. */
  long heldEndMillis(RetryWindow windows) {
    RecordView record = queue.first();
    return record == null ? Long.MAX_VALUE : heldEndMillis(windows, record);
  }

  private long heldEndMillis(RetryWindow windows, RecordView record) {
    return windows.heldEndMillis(queue.firstOffset(), record.receivedAtMillis());
  }

  private void removeFirst() {
    queue.removeFirst();
    full = false;
  }

  /** Requests more if the machine is behind and the queue has room. */
  void advance() {
    if (!level && !feedPending && !full && queue.isHalfEmpty()) {
      feedPending = true;
      effects.feed(next, queue.roomMessages(), queue.roomBytes());
    }
  }

  /** Cancels messages before an offset that were not dispatched. */
  void cancelBefore(long offset) {
    long from = readTo();
    if (from < offset) {
      failures.cancel(from, offset);
      untold.add(from, offset);
      effects.cancelled(from, offset);
    }
    while (!queue.isEmpty() && queue.firstOffset() < offset) {
      removeFirst();
    }
    if (next < offset) {
      next = offset;
      full = false;
    }
    checkCaughtUp();
  }
}
