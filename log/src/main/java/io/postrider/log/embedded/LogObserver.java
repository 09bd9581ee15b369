package io.postrider.log.embedded;

import io.postrider.log.LogState;
import java.time.Duration;

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

  /**
   * Records that retention removed.
   *
   * @param toOffset the first offset that is left
   * @param neededRecords how many of them a consumer still needed
   */
  record Removal(
      long fromOffset, long toOffset, long neededRecords, int segments, long sizeBytes) {}

  default void removed(Removal removal) {}

  /** The system clock jumped; retention deletes nothing by age for a while. */
  default void clockJumped(Duration by) {}

  /** The log has gone from one state to another. */
  default void changed(LogState state) {}
}
