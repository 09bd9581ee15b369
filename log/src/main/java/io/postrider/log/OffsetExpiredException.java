package io.postrider.log;

/** The records at an offset are gone by retention; reading can go on at {@link #firstOffset}. */
public final class OffsetExpiredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long firstOffset;

  public OffsetExpiredException(long offset, long firstOffset) {
    super("offset " + offset + " is gone; the log begins at " + firstOffset);
    this.firstOffset = firstOffset;
  }

  /** The oldest offset that is still there. */
  public long firstOffset() {
    return firstOffset;
  }
}
