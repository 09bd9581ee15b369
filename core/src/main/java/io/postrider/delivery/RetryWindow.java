package io.postrider.delivery;

/**
 * Computes the end of a message's retry window, which starts at its first round, or at the later of
 * its acceptance and the first hold that covers it. Pauses do not count.
 */
record RetryWindow(long windowMillis, Holds holds, Pauses pauses, WallClock wallClock) {

  /** An attempt that a Retry-After would move past the window comes this long before its end. */
  static final long LAST_CHANCE_MILLIS = 1_000;

  /** The end of a window that has not begun; far away even after pauses shift it. */
  static final long NOT_BEGUN = 1L << 60;

  /** The end of the window of a message whose first round starts now. */
  long endMillis(long offset, long receivedAtMillis, long nowMillis) {
    return Math.min(heldEndMillis(offset, receivedAtMillis), freshEndMillis(nowMillis));
  }

  /** The end of a window that starts now. */
  long freshEndMillis(long nowMillis) {
    return nowMillis + windowMillis;
  }

  /** The end of the window of a message without a round, or {@link Long#MAX_VALUE}. */
  long heldEndMillis(long offset, long receivedAtMillis) {
    long since = holds.sinceMillis(offset);
    if (since == Long.MIN_VALUE) {
      return Long.MAX_VALUE;
    }
    long start = Math.max(since, wallClock.machineMillis(receivedAtMillis));
    return start + windowMillis + pauses.pausedMillis(start);
  }

  /**
   * Removes holds and pauses that affect no message from an offset on.
   *
   * @return whether there was any
   */
  boolean forgetBefore(long offset) {
    boolean any = !holds.isEmpty() && holds.forgetBefore(offset);
    if (holds.isEmpty()) {
      any |= pauses.forget();
    }
    return any;
  }
}
