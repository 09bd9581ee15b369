package io.postrider.server.background;

import java.util.Set;

/**
 * The records of a log that repeat an earlier message, because a client sent it to two nodes. Who
 * delivers a partition finds them. Safe to use from any thread; may block.
 */
public interface RepeatedRecords {

  /** The offset before which all repeats of a partition are known. */
  long knownTo(int partition);

  /** The offsets of known repeats from one offset (inclusive) to another (exclusive). */
  Set<Long> between(int partition, long from, long to);
}
