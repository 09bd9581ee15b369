package io.postrider.delivery;

/**
 * The progress of a replay.
 *
 * @param replay the request; its range ends at the position of live delivery at the latest
 * @param position everything before this offset was taken or skipped
 * @param failed how many failed or had expired
 */
public record ReplayProgress(
    Replay replay,
    long position,
    long taken,
    long delivered,
    long failed,
    int open,
    boolean cancelled) {

  /** How many were not sent, because by current rules they are not for the destination. */
  public long skipped() {
    return taken - delivered - failed - open;
  }
}
