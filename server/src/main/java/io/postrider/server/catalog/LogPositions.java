package io.postrider.server.catalog;

import io.postrider.route.LogEnds;

/** How far the log reaches now. May be called from any thread and never waits for the disk. */
public interface LogPositions {

  /** The oldest record of every partition that is still there. */
  LogEnds first();

  /** The durable end of every partition. */
  LogEnds end();
}
