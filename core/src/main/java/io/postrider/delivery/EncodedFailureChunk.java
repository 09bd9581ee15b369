package io.postrider.delivery;

import org.jspecify.annotations.Nullable;

/** The encoded marks (failed, expired, cancelled) of a stretch of 65,536 offsets. */
public final class EncodedFailureChunk {

  private final long key;
  private final byte @Nullable [] bytes;

  /** A chunk as it was written down. */
  public EncodedFailureChunk(long key, byte @Nullable [] bytes) {
    this.key = key;
    this.bytes = bytes;
  }

  /** The offsets' upper bits: {@code offset >>> 16}. */
  public long key() {
    return key;
  }

  /** Null if there are no marks left, so that the row may go. Not to be changed. */
  public byte @Nullable [] bytes() {
    return bytes;
  }
}
