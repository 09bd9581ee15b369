package io.postrider.delivery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to write down of a machine, all in one transaction.
 *
 * <p>The cursor is null if there is nothing to remember but the position of the live reading, as
 * {@link Effects#livePosition} told it when this was taken: that position, written in the same
 * transaction, then stands for the cursor, and its row may go.
 */
public final class CursorChange {

  private final byte @Nullable [] cursor;
  private final List<EncodedFailureChunk> marks;
  private final long neededFrom;
  private final long readTo;
  private final long count;
  private final long marksVersion;

  CursorChange(
      byte @Nullable [] cursor,
      List<EncodedFailureChunk> marks,
      long neededFrom,
      long readTo,
      long count,
      long marksVersion) {
    this.cursor = cursor;
    this.marks = List.copyOf(marks);
    this.neededFrom = neededFrom;
    this.readTo = readTo;
    this.count = count;
    this.marksVersion = marksVersion;
  }

  /** The encoded cursor, or null if the live position stands for it. Not to be changed. */
  public byte @Nullable [] cursor() {
    return cursor;
  }

  /** The chunks of marks that changed. */
  public List<EncodedFailureChunk> marks() {
    return marks;
  }

  /** The first offset that the log must keep once this is written down. */
  public long neededFrom() {
    return neededFrom;
  }

  long readTo() {
    return readTo;
  }

  /** What {@link ChangeCounter} said when this was taken. */
  long count() {
    return count;
  }

  /** What {@link FailureIndex#version} said when this was taken. */
  long marksVersion() {
    return marksVersion;
  }
}
