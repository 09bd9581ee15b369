package io.postrider.delivery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state that {@link CursorCodec} encodes.
 *
 * @param urls hashes of the URLs to which the indexes in open deliveries refer
 * @param untold cancelled ranges whose ends the ledger does not tell yet
 * @param pausedSinceMillis {@link Pauses#NONE} if not paused
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CursorState(
    long readTo,
    long[] urls,
    long pausedSinceMillis,
    List<Pauses.Pause> pauses,
    List<Holds.Hold> holds,
    List<OpenDelivery> open,
    List<UntoldRanges.Range> untold,
    @Nullable ReplayProgress replay) {

  /** The state of a machine that starts at an offset. */
  static CursorState startAt(long offset) {
    return new CursorState(
        offset, new long[0], Pauses.NONE, List.of(), List.of(), List.of(), List.of(), null);
  }
}
