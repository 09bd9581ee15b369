package io.postrider.delivery;

import io.postrider.message.RecordView;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a machine to its driver. The machine calls them on its own thread, during an
 * input. An implementation must not call the machine, or another with the same {@link
 * DestinationLimits}, before that input has returned; answers are separate, later inputs.
 */
public interface Effects {

  /**
   * Posts the record to the URL of each attempt. The record is valid only during this call. The
   * driver calls {@link DeliveryMachine#ended} exactly once for every attempt, even if the message
   * was settled, cancelled or superseded, or its URL was removed meanwhile.
   */
  void post(Round round);

  /**
   * Whether rounds may start at all: false while this process must not send, because the partition
   * moves to another. When it becomes true again, the driver calls {@link DeliveryMachine#tick}.
   */
  default boolean maySend() {
    return true;
  }

  /**
   * Whether there is memory for one more request. Always true while the destination has none in
   * flight and reads no record again: so, where it is false, an end or a record is an input to
   * come.
   */
  default boolean hasRoom() {
    return true;
  }

  /**
   * Reads one record again, for a retry. Answered by {@link DeliveryMachine#readAgain}, or by
   * {@link DeliveryMachine#gone} if the log no longer has it. Slots stay reserved until then. Many
   * reads may be pending.
   */
  void read(long offset);

  /**
   * Reads messages for a destination that is behind. At most one request is pending. Answered by
   * {@link DeliveryMachine#fed}, or by {@link DeliveryMachine#feedExpired} if the log starts later.
   *
   * @param maxMessages the room in messages
   * @param maxBytes the room in bytes; the machine requests again what exceeds it
   */
  void feed(long fromOffset, int maxMessages, int maxBytes);

  /**
   * Reads messages for a replay, which are for this destination by current connections. At most one
   * request is pending, independent of {@link #feed}. Answered by {@link
   * DeliveryMachine#replayFed}, or by {@link DeliveryMachine#replayExpired} if the log starts
   * later.
   *
   * @param toOffset the first offset not to read
   * @param onlyRouted whether messages must also have been routed here when they were accepted: a
   *     cancelled range of the log includes messages for other destinations
   */
  void feedReplay(long fromOffset, long toOffset, int maxMessages, boolean onlyRouted);

  /**
   * Whether current filters, and for a replay current connections, let a message pass. Called
   * before every round. The record is valid only during this call.
   */
  boolean passes(long offset, RecordView record, boolean replay);

  /**
   * Whether its user was deleted after a message, and the {@code delete} is still to come: then the
   * message is not sent. Called before its first round. The record is valid only during this call.
   */
  default boolean isSuperseded(long offset, RecordView record) {
    return false;
  }

  /**
   * The live position of this machine's partition on its loop: the end of the last offered block.
   * It moves to the end of a block <i>before</i> the first record of that block is offered; then
   * the whole block is offered to every machine that was level.
   */
  long livePosition();

  /**
   * Asks whether a message was delivered before a replay of it that ended without success: the
   * machine knows that live delivery settled it, but not if it was sent. Answered by {@link
   * DeliveryMachine#recalled}; the replay waits, and asks again after a restart.
   */
  void recall(long offset);

  /** Reports that a replay ended without success, and its message stays delivered. */
  void stayedDelivered(long offset);

  /**
   * Reports the end of a delivery.
   *
   * @param userHash the hash of source and user; 0 if the record was never read
   * @param failure why it failed, or why its last failed round failed; or null
   */
  void done(
      long offset,
      long userHash,
      FinalStatus status,
      int rounds,
      @Nullable Failure failure,
      boolean replay);

  /**
   * Reports the end of a delivery without any round, instead of {@link #done}.
   *
   * @param record valid only during this call
   */
  default void doneUnsent(
      long offset,
      RecordView record,
      FinalStatus status,
      @Nullable Failure failure,
      boolean replay) {
    done(offset, record.userHash(), status, 0, failure, replay);
  }

  /** Reports a range that expired before it was read; it may include messages for others. */
  void lost(long fromOffset, long toOffset);

  /**
   * Reports an unread range that is cancelled; it may include messages for others. The driver
   * records the ends of those that are not, and answers by {@link DeliveryMachine#told}. Until then
   * the range is part of the cursor, and is reported again after a restart.
   */
  void cancelled(long fromOffset, long toOffset);

  /** Reports the end of a replay: all of its deliveries ended, or it was cancelled. */
  void replayEnded(ReplayProgress progress);
}
