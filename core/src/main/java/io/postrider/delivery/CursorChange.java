package io.postrider.delivery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to save of a machine, in one transaction.
 *
 * <p>The cursor is null if the state is nothing but the live position, as {@link
 * Effects#livePosition} returned it when this change was taken. The caller saves that position in
 * the same transaction and may delete the cursor's row.
 *
 * @param cursor the encoded cursor, or null if the live position replaces it; do not modify
 * @param failures the failure chunks that changed
 * @param neededFrom the first offset that the log must keep once this change is saved
 * @param count the {@link ChangeCounter} when this change was taken
 * @param failuresVersion the {@link FailureIndex#version} when this change was taken
 */
@SuppressWarnings("ArrayRecordComponent") // never compared by content
public record CursorChange(
    byte @Nullable [] cursor,
    List<EncodedFailureChunk> failures,
    long neededFrom,
    long readTo,
    long count,
    long failuresVersion) {

  public CursorChange {
    failures = List.copyOf(failures);
  }

  /** The state of a machine that has read nothing from an offset on, with a cursor of its own. */
  public static CursorChange startAt(long offset) {
    return new CursorChange(cursorAt(offset), List.of(), offset, offset, 0, 0);
  }

  /** The same state with a cursor of its own, which stays when the live position moves on. */
  public CursorChange withCursor() {
    return cursor != null
        ? this
        : new CursorChange(cursorAt(readTo), failures, readTo, readTo, count, failuresVersion);
  }

  private static byte[] cursorAt(long offset) {
    return CursorCodec.encode(CursorState.startAt(offset), 0);
  }
}
