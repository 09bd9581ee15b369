package io.postrider.delivery;

import org.jspecify.annotations.Nullable;

/**
 * The encoded {@link FailureChunk} of a range of 65,536 offsets.
 *
 * @param key the offsets' upper bits: {@code offset >>> 16}
 * @param bytes null if the chunk is empty and its row can be deleted; do not modify
 */
@SuppressWarnings("ArrayRecordComponent") // never compared by content
public record EncodedFailureChunk(long key, byte @Nullable [] bytes) {}
