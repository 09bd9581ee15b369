package io.postrider.log;

/** Retention has deleted the records at an offset; reading can continue at {@link #firstOffset}. */
public final class OffsetExpiredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long firstOffset;

  public OffsetExpiredException(long offset, long firstOffset) {
    super("offset " + offset + " has expired; the log starts at " + firstOffset);
    this.firstOffset = firstOffset;
  }

  public long firstOffset() {
    return firstOffset;
  }
}
