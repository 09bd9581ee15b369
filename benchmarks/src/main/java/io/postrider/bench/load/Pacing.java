package io.postrider.bench.load;

/** Decides when a free connection sends its next request; used by one event loop. */
interface Pacing {

  /** Called when a connection has no outstanding request: sends on it, keeps it, or closes it. */
  void free(Connection connection, long nowNanos);

  /** The number of planned requests that were not sent. */
  long unsent();
}
