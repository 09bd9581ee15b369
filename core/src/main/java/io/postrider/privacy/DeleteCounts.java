package io.postrider.privacy;

import org.jspecify.annotations.Nullable;

/**
 * Counts {@code delete} messages by status, at one or several destinations.
 *
 * @param waiting those that have not ended
 * @param failed those that were given up on or refused, and those of a destination that is gone
 * @param cancelled those that were pending when the destination was disabled, or came too late
 * @param expired those that the log lost before they were delivered
 * @param reason why the last failure that is known happened; null if there is none
 */
public record DeleteCounts(
    long waiting,
    long delivered,
    long failed,
    long cancelled,
    long expired,
    @Nullable String reason) {

  /** Nothing. */
  public static final DeleteCounts NONE = new DeleteCounts(0, 0, 0, 0, 0, null);

  /** The reason of what could not be delivered because its destination was deleted. */
  public static final String DESTINATION_DELETED = "destination_deleted";

  /** So many that have not ended. */
  public static DeleteCounts waiting(long count) {
    return new DeleteCounts(count, 0, 0, 0, 0, null);
  }

  /** This and another one together. */
  public DeleteCounts plus(DeleteCounts other) {
    return new DeleteCounts(
        waiting + other.waiting,
        delivered + other.delivered,
        failed + other.failed,
        cancelled + other.cancelled,
        expired + other.expired,
        other.reason == null ? reason : other.reason);
  }

  /** The same, when what had not ended never will because the destination is gone. */
  public DeleteCounts abandoned() {
    return waiting == 0
        ? this
        : new DeleteCounts(0, delivered, failed + waiting, cancelled, expired, DESTINATION_DELETED);
  }

  /** The same, when what had not ended was not for the destination after all. */
  public DeleteCounts cancelledRest() {
    return new DeleteCounts(0, delivered, failed, cancelled + waiting, expired, reason);
  }

  /** Whether all have ended. */
  public boolean isOver() {
    return waiting == 0;
  }

  /** How those stand together; what there is none of is finished. */
  public RegulationStatus status() {
    if (waiting > 0) {
      return RegulationStatus.RUNNING;
    }
    if (failed + cancelled + expired == 0) {
      return RegulationStatus.FINISHED;
    }
    return delivered == 0 ? RegulationStatus.FAILED : RegulationStatus.PARTIAL_SUCCESS;
  }
}
