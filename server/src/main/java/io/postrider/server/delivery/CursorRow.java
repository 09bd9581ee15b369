package io.postrider.server.delivery;

import io.postrider.delivery.CursorChange;
import io.postrider.delivery.CursorCorruptException;
import io.postrider.delivery.CursorSplit;
import io.postrider.delivery.DeliveryMachine;
import io.postrider.server.delivery.replay.ReplayStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The saved cursor of one destination in one claimed partition: what the store has, and what a
 * flush has taken and not confirmed. Belongs to its loop.
 *
 * <p>A row without a cursor says that the destination is at the partition's position, which every
 * flush moves on. That is wrong for a destination that a bug has stopped: so once it is {@link
 * #stop stopped}, the next flush saves a cursor in the transaction that moves the position. That
 * cursor is the state which the last flush before the bug took, whether or not it could be saved;
 * the machine's own state is not trusted any more.
 */
final class CursorRow {

  /** The partition's position covers all that is needed. */
  private static final long AT_POSITION = Long.MAX_VALUE;

  /**
   * What a flush saves of the row.
   *
   * @param cursor null if it has not changed
   * @param ended ended replays
   */
  record Change(CursorRow row, @Nullable CursorChange cursor, List<ReplayStatus.Part> ended) {}

  private final DestinationWorker worker;
  private final LivePartition live;

  /** Null once a bug has stopped it, or if a bug prevented it from being restored. */
  private @Nullable DeliveryMachine machine;

  private boolean hasCursor;
  private long neededFrom;

  /** The change last taken, until its save is confirmed; it may or may not be saved. */
  private @Nullable Change unconfirmed;

  private CursorRow(
      DestinationWorker worker,
      LivePartition live,
      @Nullable DeliveryMachine machine,
      boolean hasCursor,
      long neededFrom) {
    this.worker = worker;
    this.live = live;
    this.machine = machine;
    this.hasCursor = hasCursor;
    this.neededFrom = neededFrom;
  }

  /** The row of a machine that was restored from it, or is new. */
  static CursorRow of(DestinationWorker worker, LivePartition live, DeliveryMachine machine) {
    return new CursorRow(worker, live, machine, cursor(worker, live) != null, machine.neededFrom());
  }

  /** The row of a destination that was stopped before it was restored from it. */
  static CursorRow ofStopped(DestinationWorker worker, LivePartition live) {
    byte[] cursor = cursor(worker, live);
    long neededFrom =
        cursor == null ? StartPositions.start(worker.destination(), live) : neededFrom(cursor);
    CursorRow row = new CursorRow(worker, live, null, cursor != null, neededFrom);
    row.stop();
    return row;
  }

  private static byte @Nullable [] cursor(DestinationWorker worker, LivePartition live) {
    byte[] cursor = live.claim().saved().cursors().get(worker.id());
    return cursor == null || cursor.length == 0 ? null : cursor;
  }

  private static long neededFrom(byte[] cursor) {
    try {
      return CursorSplit.neededFrom(cursor);
    } catch (CursorCorruptException corrupt) {
      return AT_POSITION; // nobody can tell
    }
  }

  DestinationWorker worker() {
    return worker;
  }

  PartitionClaim claim() {
    return live.claim();
  }

  /**
   * The first offset that the saved cursor needs; {@link Long#MAX_VALUE} if the partition's
   * position covers it.
   */
  long neededFrom() {
    return neededFrom;
  }

  /** Takes what is to be saved, and all that is not confirmed; null if there is nothing. */
  @Nullable Change change() {
    DeliveryMachine running = machine;
    if (running != null) {
      unconfirmed =
          changed(running.changes().orElse(null), worker.tally().endedReplays(claim().partition()));
    }
    return unconfirmed;
  }

  private @Nullable Change changed(@Nullable CursorChange cursor, List<ReplayStatus.Part> ended) {
    return cursor == null && ended.isEmpty() ? null : new Change(this, cursor, ended);
  }

  /** A change is saved. */
  @SuppressWarnings("ReferenceEquality") // an equal change may be an earlier one
  void saved(Change change) {
    if (change == unconfirmed) {
      unconfirmed = null;
    }
    change.ended().forEach(worker.tally()::endSaved);
    CursorChange cursor = change.cursor();
    if (cursor != null) {
      hasCursor = cursor.cursor() != null;
      neededFrom = hasCursor ? cursor.neededFrom() : AT_POSITION;
      if (machine != null) {
        machine.flushed(cursor);
      }
    }
  }

  /** A bug has stopped the destination: what comes after the last flush is not saved. */
  void stop() {
    machine = null;
    Change taken = unconfirmed;
    CursorChange cursor = taken == null ? null : taken.cursor();
    if (cursor != null) {
      cursor = cursor.withCursor();
    } else if (!hasCursor) {
      boolean level = neededFrom == AT_POSITION;
      cursor = CursorChange.startAt(level ? live.flushedPosition() : neededFrom);
    }
    unconfirmed = changed(cursor, taken == null ? List.of() : taken.ended());
  }
}
