package io.postrider.server.usage;

import io.postrider.server.database.TimeStep;
import java.time.Instant;
import java.util.List;

/** Where it is kept how much was taken in, and turned away. Every call may block. */
public interface IntakeStore {

  /**
   * What came in a step.
   *
   * @param start when it starts
   * @param accepted messages that became durable
   * @param rejected messages, or whole requests, that were turned away
   */
  record Count(Instant start, long accepted, long rejected) {}

  /** Adds the counts of minutes to what is there, all of them or none. */
  void add(List<Count> minutes);

  /** The steps that start in a stretch of time and in which anything came, oldest first. */
  List<Count> find(TimeStep step, Instant from, Instant to);

  /** Removes what is older than it has to be kept. */
  void sweep(Instant now);
}
