package io.postrider.privacy;

import org.jspecify.annotations.Nullable;

/**
 * Counts {@code delete} messages by status, at one or several destinations.
 *
 * @param failed messages that failed, and those of a deleted destination
 * @param cancelled messages that were pending when the destination was disabled, or came too late
 * @param expired messages that expired from the log before delivery
 * @param reason the reason of the last known failure; null if there is none
 */
public record DeleteCounts(
    long waiting,
    long delivered,
    long failed,
    long cancelled,
    long expired,
    @Nullable String reason) {

  public static final DeleteCounts NONE = new DeleteCounts(0, 0, 0, 0, 0, null);

  /** The failure reason of messages whose destination was deleted. */
  public static final String DESTINATION_DELETED = "destination_deleted";

  public static DeleteCounts waiting(long count) {
    return new DeleteCounts(count, 0, 0, 0, 0, null);
  }

  public DeleteCounts plus(DeleteCounts other) {
    return new DeleteCounts(
        waiting + other.waiting,
        delivered + other.delivered,
        failed + other.failed,
        cancelled + other.cancelled,
        expired + other.expired,
        other.reason == null ? reason : other.reason);
  }

  /** Counts waiting messages as failed, because the destination was deleted. */
  public DeleteCounts abandoned() {
    return waiting == 0
        ? this
        : new DeleteCounts(0, delivered, failed + waiting, cancelled, expired, DESTINATION_DELETED);
  }

  /** Counts waiting messages as cancelled, because they were not for the destination. */
  public DeleteCounts cancelledRest() {
    return new DeleteCounts(0, delivered, failed, cancelled + waiting, expired, reason);
  }

  public boolean isOver() {
    return waiting == 0;
  }

  /** The overall status; finished if there are no messages. */
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
