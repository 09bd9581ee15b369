package io.postrider.bench.load;

/** Decides when a free connection sends its next request; used by one event loop. */
interface Pace {

  /** A connection has nothing outstanding: send on it now, or keep it, or close it. */
  void free(Connection connection, long nowNanos);

  /** How many requests should have been sent by the end but were not. */
  long unsent();
}
