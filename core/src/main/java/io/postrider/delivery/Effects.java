package io.postrider.delivery;

import io.postrider.message.RecordView;
import org.jspecify.annotations.Nullable;

/**
 * What a machine asks of its driver. Called by the machine's own thread, from within its inputs. An
 * implementation must not call the machine, or another of the same {@link DestinationLimits},
 * before the input has returned: answers are inputs of their own, later.
 */
public interface Effects {

  /**
   * Posts the record to the URL of each attempt. The record is valid during this call alone. Every
   * attempt is answered once by {@link DeliveryMachine#ended}, whatever happens meanwhile: also if
   * the message was settled, cancelled or superseded, and if its URL was taken out of the plan.
   */
  void post(Round round);

  /**
   * Reads one record again, for a retry. Answered by {@link DeliveryMachine#readAgain}, or by
   * {@link DeliveryMachine#gone} if the log no longer holds it. Slots are kept for it until then,
   * so it should take no longer than a read; many may be asked for at once, and sorting and joining
   * them is the driver's business.
   */
  void read(long offset);

  /**
   * Reads on for a destination that is behind. One is asked for at a time. Answered by {@link
   * DeliveryMachine#fed}, or by {@link DeliveryMachine#feedExpired} if the log starts later.
   *
   * @param fromOffset the first offset wanted
   * @param maxMessages how many messages there is room for
   * @param maxBytes how many bytes there is room for; more does no harm, it is asked for again
   */
  void feed(long fromOffset, int maxMessages, int maxBytes);

  /**
   * Reads on for a replay: messages that are for this destination by today's connections. One is
   * asked for at a time, beside {@link #feed}. Answered by {@link DeliveryMachine#replayFed}, or by
   * {@link DeliveryMachine#replayExpired} if the log starts later.
   *
   * @param toOffset the first offset not wanted
   * @param onlyMeant whether they must also have been meant for it when they were accepted: what is
   *     marked as cancelled is a stretch of the log, with the messages of others in it
   */
  void feedReplay(long fromOffset, long toOffset, int maxMessages, boolean onlyMeant);

  /**
   * Whether the filters in force now let a message pass, and for a replay the connections of today
   * too. Asked before every round. The record is valid during this call alone.
   */
  boolean passes(long offset, RecordView record, boolean replay);

  /**
   * Where the live reading of this machine's partition is, as its loop has seen it: the end of the
   * last block of which records were offered. It moves to the end of a block <i>before</i> the
   * first record of that block is offered, and then all of that block is offered to every machine
   * that was level.
   */
  long livePosition();

  /**
   * A delivery ended.
   *
   * @param rounds how many rounds it had
   * @param failure why, if it failed; why the last round failed, if it had one that did; or null
   * @param replay whether a replay sent it
   */
  void done(long offset, FinalStatus fate, int rounds, @Nullable Failure failure, boolean replay);

  /**
   * A stretch of the log is lost before it was read. Not all of it was for this destination; which
   * part was, nobody can tell.
   */
  void lost(long fromOffset, long toOffset);

  /**
   * A stretch that was not read yet is cancelled because the destination was disabled. Not all of
   * it was for this destination.
   */
  void cancelled(long fromOffset, long toOffset);

  /** A replay is over: all of its deliveries ended, or it was cancelled. */
  void replayEnded(ReplayProgress progress);
}
