package io.postrider.delivery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to save of a machine, in one transaction.
 *
 * <p>The cursor is null if the state is nothing but the live position, as {@link
 * Effects#livePosition} returned it when this change was taken. The caller saves that position in
 * the same transaction and may delete the cursor's row.
 */
public final class CursorChange {

  private final byte @Nullable [] cursor;
  private final List<EncodedFailureChunk> failures;
  private final long neededFrom;
  private final long readTo;
  private final long count;
  private final long failuresVersion;

  CursorChange(
      byte @Nullable [] cursor,
      List<EncodedFailureChunk> failures,
      long neededFrom,
      long readTo,
      long count,
      long failuresVersion) {
    this.cursor = cursor;
    this.failures = List.copyOf(failures);
    this.neededFrom = neededFrom;
    this.readTo = readTo;
    this.count = count;
    this.failuresVersion = failuresVersion;
  }

  /** The encoded cursor, or null if the live position replaces it. Do not modify. */
  public byte @Nullable [] cursor() {
    return cursor;
  }

  /** The failure chunks that changed. */
  public List<EncodedFailureChunk> failures() {
    return failures;
  }

  /** The first offset that the log must keep once this change is saved. */
  public long neededFrom() {
    return neededFrom;
  }

  long readTo() {
    return readTo;
  }

  /** The {@link ChangeCounter} when this change was taken. */
  long count() {
    return count;
  }

  /** The {@link FailureIndex#version} when this change was taken. */
  long failuresVersion() {
    return failuresVersion;
  }
}
