package io.postrider.server.delivery;

import io.postrider.log.embedded.EmbeddedLog;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Visits the message hashes of a log, newest first. May be called from any thread; may block. */
@FunctionalInterface
public interface MessageHashes {

  /** Receives the hashes of consecutive records. */
  @FunctionalInterface
  interface Visitor {

    /**
     * Visits a run of records.
     *
     * @param hashes two longs for each record
     * @return whether to go on
     */
    boolean visit(
        int partition, Instant appendedAt, long firstOffset, int count, ByteBuffer hashes);
  }

  /** Visits all records until the visitor has enough. */
  void visit(Visitor visitor);

  /** Those that the log keeps beside its segments. */
  static MessageHashes of(EmbeddedLog log) {
    return visitor ->
        log.digestsSince(
            Instant.EPOCH,
            (appendedAt, firstOffset, count, hashes) ->
                visitor.visit(0, appendedAt, firstOffset, count, hashes));
  }
}
