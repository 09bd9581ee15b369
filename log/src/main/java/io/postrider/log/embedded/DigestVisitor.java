package io.postrider.log.embedded;

import java.nio.ByteBuffer;
import java.time.Instant;

/** A callback that receives the digests of the log's records. */
@FunctionalInterface
public interface DigestVisitor {

  /**
   * Receives the digests of a run of records with the same append time.
   *
   * @param digests the concatenated digests, from position to limit; valid during this call
   * @return whether to continue
   */
  boolean visit(Instant appendedAt, long baseOffset, int count, ByteBuffer digests);
}
