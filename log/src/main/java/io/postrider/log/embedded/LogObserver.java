package io.postrider.log.embedded;

import io.postrider.log.LogState;

/**
 * Whoever wants to know how the log is doing, for metrics and readiness.
 *
 * <p>Called on the log's own threads, the writer's among them: it must be quick, must not wait and
 * must not throw.
 */
public interface LogObserver {

  /** One that does not care. */
  LogObserver NONE = new LogObserver() {};

  /**
   * One commit batch has become durable.
   *
   * @param appends how many appends were in it
   * @param records how many records they had together
   * @param sizeBytes what was written
   * @param longestNanos how long the first of the appends has waited in all
   * @param syncNanos how long the sync took
   */
  record Commit(int appends, int records, int sizeBytes, long longestNanos, long syncNanos) {}

  /** A commit batch has become durable. */
  default void committed(Commit commit) {}

  /** The number or size of the segments has changed. */
  default void sized(int segments, long sizeBytes) {}

  /** The log has gone from one state to another. */
  default void changed(LogState state) {}
}
