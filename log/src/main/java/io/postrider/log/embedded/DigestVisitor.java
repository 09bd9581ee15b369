package io.postrider.log.embedded;

import java.nio.ByteBuffer;
import java.time.Instant;

/** Whoever looks through the digests of the log's records. */
@FunctionalInterface
public interface DigestVisitor {

  /**
   * The digests of a stretch of records that were appended at the same time.
   *
   * @param appendedAt when that was
   * @param baseOffset the offset of the first record
   * @param count how many records there are
   * @param digests their digests, one behind the other, from position to limit; good for this call
   * @return whether to go on
   */
  boolean visit(Instant appendedAt, long baseOffset, int count, ByteBuffer digests);
}
