package io.postrider.delivery;

import java.util.Collection;

/**
 * What a machine is restored from.
 *
 * @param cursor a saved {@link CursorChange#cursor}
 * @param failures the saved chunks of its failure index
 * @param clockStepMillis by how much the wall clock was set since the save, as far as known. The
 *     times of the cursor are by the clock of that time
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SavedCursor(
    byte[] cursor, Collection<EncodedFailureChunk> failures, long clockStepMillis) {

  /** A larger step is not believed. */
  static final long MAX_STEP_MILLIS = 1L << 45;

  public SavedCursor {
    clockStepMillis =
        Math.abs(clockStepMillis) > MAX_STEP_MILLIS || clockStepMillis == Long.MIN_VALUE
            ? 0
            : clockStepMillis;
  }
}
