package io.postrider.server.catalog;

import io.postrider.route.LogEndOffsets;

/** How far the log reaches now. May be called from any thread and never waits for the disk. */
public interface LogPositions {

  /** The oldest record of every partition that is still there. */
  LogEndOffsets first();

  /** The durable end of every partition. */
  LogEndOffsets end();
}
