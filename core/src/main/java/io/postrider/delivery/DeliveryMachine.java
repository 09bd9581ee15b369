package io.postrider.delivery;

import io.postrider.message.RecordView;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The delivery of one partition's messages to one destination: decides what is posted where and
 * when, and knows what became of it. Does no I/O, has no thread and no clock: a driver tells it
 * what happened and when, in milliseconds since 1970, and it calls {@link Effects} from within.
 *
 * <p>Belongs to one thread, together with its {@link Gates}. No input may come from within an
 * effect. After each input {@link Gates#nextWakeUp} tells when {@link #tick} is needed.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class DeliveryMachine {

  private DeliveryMachine() {}

  /**
   * A machine that starts at an offset; level if live reading is not beyond it.
   *
   * @param marks what is remembered of messages before it
   * @throws CursorCorruptException if the marks are not readable
   */
  public static DeliveryMachine startAt(
      long offset,
      Collection<MarkChunk> marks,
      Gates gates,
      Effects effects,
      QueueBudget budget,
      long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /**
   * A machine that goes on from what was flushed. What was in flight is due at once.
   *
   * @param cursor as {@link CursorChange#cursor} gave it
   * @throws CursorCorruptException if the cursor or the marks are not readable
   */
  public static DeliveryMachine restore(
      byte[] cursor,
      Collection<MarkChunk> marks,
      Gates gates,
      Effects effects,
      QueueBudget budget,
      long nowMillis) {
    throw new UnsupportedOperationException();
  }

  // ---- reading

  /**
   * A message that is for this destination, from the live block being distributed, in the order of
   * offsets. Ignored while behind, so the driver may spare itself the call if not {@link #isLevel}.
   * Blocks without such a message need no call.
   */
  public void offer(long offset, RecordView record, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /**
   * The answer to {@link Effects#feed}. As many as there is room for are taken; what is not is
   * asked for again.
   *
   * @param candidates the messages that are for this destination, in the order of offsets
   * @param nextOffset the first offset that was not looked at
   */
  public void fed(List<Candidate> candidates, long nextOffset, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /** The answer to {@link Effects#feed} if the log now starts later than was asked for. */
  public void feedExpired(long firstOffset, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /** The answer to {@link Effects#read}. */
  public void readAgain(long offset, RecordView record, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /** The answer to {@link Effects#read} if the log no longer holds the record. */
  public void gone(long offset, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  // ---- delivering

  /**
   * The answer to one attempt of {@link Effects#post}.
   *
   * @throws IllegalStateException if the attempt was answered already
   */
  public void ended(Attempt attempt, Outcome outcome, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /** When {@link #tick} has something to do; {@link Long#MAX_VALUE} if only an input helps. */
  public long nextWakeUp() {
    throw new UnsupportedOperationException();
  }

  /** Does what is due. */
  public void tick(long nowMillis) {
    throw new UnsupportedOperationException();
  }

  // ---- changes from outside

  /**
   * Changes the plan, for all machines of the same gates: the first call does it, the others do no
   * harm. New URLs are due at once for what is open, vanished ones are forgotten, and a message
   * that every remaining URL refused fails. Time spent paused does not count for any window.
   */
  public void apply(Plan plan, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /**
   * Cancels what is pending below an offset, because the destination was disabled there. Attempts
   * in flight finish, and count if they deliver. Goes on at that offset, where the driver finds
   * nothing for the destination until it is enabled again.
   */
  public void cancel(long upToOffset, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /**
   * Starts a replay. What live delivery has not dispatched yet is left to it: the end of the
   * stretch is moved back to {@link #readTo}.
   *
   * @return false if one is running
   */
  public boolean startReplay(Replay replay, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /** The answer to {@link Effects#feedReplay}; as {@link #fed}. */
  public void replayFed(List<Candidate> candidates, long nextOffset, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /** The answer to {@link Effects#feedReplay} if the log now starts later. */
  public void replayExpired(long firstOffset, long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /**
   * Ends the running replay, if any: what it has open is dropped and keeps the marks it had; what
   * is in flight finishes, and counts if it delivers.
   */
  public void cancelReplay(long nowMillis) {
    throw new UnsupportedOperationException();
  }

  /** Forgets the marks of whole chunks before the log's first offset. */
  public void forgetBefore(long firstOffset) {
    throw new UnsupportedOperationException();
  }

  /**
   * Leaves its gates and gives its memory back. No input is allowed any more but {@link #ended},
   * which then only counts.
   */
  public void retire() {
    throw new UnsupportedOperationException();
  }

  // ---- flushing

  /**
   * What has changed since what {@link #flushed} was last told of; nothing if nothing has. Not to
   * be called between two offers of one block.
   */
  public Optional<CursorChange> changes() {
    throw new UnsupportedOperationException();
  }

  /** A change was written down. */
  public void flushed(CursorChange change) {
    throw new UnsupportedOperationException();
  }

  // ---- for people and drivers

  /** Whether it takes live messages. If not it is behind, and fed. */
  public boolean isLevel() {
    throw new UnsupportedOperationException();
  }

  /** The first offset that was not dispatched. Below it and not open is settled. */
  public long readTo() {
    throw new UnsupportedOperationException();
  }

  /** The first offset that is still needed of the log. */
  public long neededFrom() {
    throw new UnsupportedOperationException();
  }

  /** How many messages wait in memory for their first round. */
  public int queued() {
    throw new UnsupportedOperationException();
  }

  /** How many deliveries were started and did not end. */
  public int open() {
    throw new UnsupportedOperationException();
  }

  /** How many deliveries are marked as failed. */
  public long failed() {
    throw new UnsupportedOperationException();
  }

  /** Marked failures from an offset on, in order. */
  public List<Long> failedOffsets(long fromOffset, int most) {
    throw new UnsupportedOperationException();
  }

  /** Where the delivery of one message is. */
  public Whereabouts whereabouts(long offset) {
    throw new UnsupportedOperationException();
  }

  /** How far the running replay is, or null. */
  public @Nullable ReplayProgress replay() {
    throw new UnsupportedOperationException();
  }
}
