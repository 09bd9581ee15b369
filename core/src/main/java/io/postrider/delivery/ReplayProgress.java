package io.postrider.delivery;

/**
 * How far a replay is.
 *
 * @param replay what was asked for; its end may have been moved back to where live delivery was
 * @param position everything of the stretch before this offset was taken or passed over
 * @param taken how many messages were taken
 * @param delivered how many of those were delivered
 * @param failed how many failed again, or had expired; what is neither, nor open, was not sent
 * @param open how many are still open
 * @param cancelled whether it was cancelled
 */
public record ReplayProgress(
    Replay replay,
    long position,
    long taken,
    long delivered,
    long failed,
    int open,
    boolean cancelled) {

  /** How many were not sent: by today's rules they are not for the destination. */
  public long skipped() {
    return taken - delivered - failed - open;
  }
}
