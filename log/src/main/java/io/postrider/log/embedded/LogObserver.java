package io.postrider.log.embedded;

import io.postrider.log.LogState;

/**
 * Receives the log's metrics and state changes.
 *
 * <p>Called on the log's threads, including the writer: implementations must be fast, must not
 * block and must not throw.
 */
public interface LogObserver {

  LogObserver NONE = new LogObserver() {};

  /** A durable commit batch; {@code maxWaitNanos} is the time since its first append. */
  record Commit(int appends, int records, int sizeBytes, long maxWaitNanos, long syncNanos) {}

  default void committed(Commit commit) {}

  /** The number or size of the segments has changed. */
  default void sized(int segments, long sizeBytes) {}

  /** The log has gone from one state to another. */
  default void changed(LogState state) {}
}
