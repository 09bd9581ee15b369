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
}
