package io.postrider.delivery;

import org.jspecify.annotations.Nullable;

/** The encoded {@link FailureChunk} of a range of 65,536 offsets. */
public final class EncodedFailureChunk {

  private final long key;
  private final byte @Nullable [] bytes;

  /** Creates a chunk from its saved bytes. */
  public EncodedFailureChunk(long key, byte @Nullable [] bytes) {
    this.key = key;
    this.bytes = bytes;
  }

  /** The offsets' upper bits: {@code offset >>> 16}. */
  public long key() {
    return key;
  }

  /** The bytes, or null if the chunk is empty and its row can be deleted. Do not modify. */
  public byte @Nullable [] bytes() {
    return bytes;
  }
}
