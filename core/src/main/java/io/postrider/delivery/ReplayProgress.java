package io.postrider.delivery;

/**
 * How far a replay is.
 *
 * @param replay what was asked for; its end may have been moved back to where live delivery was
 * @param position everything of the stretch before this offset was taken or passed over
 * @param taken how many messages were taken
 * @param delivered how many of those were delivered
 * @param failed how many failed again, or had expired
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
    boolean cancelled) {}
