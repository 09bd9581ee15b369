package io.postrider.delivery;

import io.postrider.message.RecordView;
import java.util.List;

/**
 * Where a machine is in reading, and its queue. <i>Level</i>: live messages are handed to it.
 * <i>Behind</i>: its queue was full when one was, so it reads from there on by itself, a queue's
 * room at a time, until it has read as far as live reading has.
 */
final class MessageFeed {

  private final Effects effects;
  private final RoundScheduler rounds;
  private final FailureIndex marks;
  private final WaitingQueue queue;

  /** Everything before this was taken. */
  private long next;

  private boolean level;
  private boolean feeding;

  /** Whether there was no room for all that was last read; nothing is asked for until there is. */
  private boolean full;

  MessageFeed(
      Effects effects, RoundScheduler rounds, FailureIndex marks, WaitingQueue queue, long next) {
    this.effects = effects;
    this.rounds = rounds;
    this.marks = marks;
    this.queue = queue;
    this.next = next;
    checkLevel();
  }

  private void checkLevel() {
    level = level || next >= effects.livePosition();
  }

  boolean isLevel() {
    return level;
  }

  WaitingQueue queue() {
    return queue;
  }

  /** Whether nothing waits that could be started before a replay. */
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
    if (queue.isEmpty() && rounds.canStartFirst(nowMillis)) {
      rounds.first(offset, record, nowMillis);
      return true;
    }
    return queue.add(offset, record);
  }

  void fed(List<Candidate> candidates, long nextOffset, long nowMillis) {
    if (!feeding) {
      return;
    }
    feeding = false;
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
    checkLevel();
  }

  void expired(long firstOffset) {
    if (feeding) {
      feeding = false;
      if (firstOffset > next) {
        marks.expire(next, firstOffset);
        effects.lost(next, firstOffset);
        next = firstOffset;
      }
      checkLevel();
    }
  }

  /** Starts the first round of the message that waits longest, if one can start. */
  boolean start(long nowMillis) {
    RecordView record = queue.first();
    if (record == null || !rounds.canStartFirst(nowMillis)) {
      return false;
    }
    long offset = queue.firstOffset();
    removeFirst();
    rounds.first(offset, record, nowMillis);
    return true;
  }

  /** Gives up on those messages at the head of the queue whose windows are over. */
  void expireHeld(RetryWindow windows, long nowMillis) {
    RecordView record = queue.first();
    while (record != null && heldEndMillis(windows, record) <= nowMillis) {
      long offset = queue.firstOffset();
      removeFirst();
      rounds.giveUpUnsent(offset, record, nowMillis);
      record = queue.first();
    }
  }

  /** When the window of the message at the head of the queue is over. */
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

  /** Asks for more if it is behind and has room. */
  void advance() {
    if (!level && !feeding && !full && queue.isHalfEmpty()) {
      feeding = true;
      effects.feed(next, queue.roomMessages(), queue.roomBytes());
    }
  }

  /** Cancels what was not dispatched before an offset. */
  void cancelBefore(long offset) {
    long from = readTo();
    if (from < offset) {
      marks.cancel(from, offset);
      effects.cancelled(from, offset);
    }
    while (!queue.isEmpty() && queue.firstOffset() < offset) {
      removeFirst();
    }
    if (next < offset) {
      next = offset;
      full = false;
    }
    checkLevel();
  }
}
