package io.postrider.server.delivery.client;

/**
 * Decides how many connections to add while exchanges wait for busy ones. Checked periodically
 * while any wait.
 *
 * <p>A short burst ends before the second check and adds none. If no connection became free between
 * two checks, each waiting exchange gets one. If some become free but exchanges still wait, the
 * number doubles with each check. If checks are late, the event loop may have been too busy to
 * serve anyone, so several checks must agree.
 */
final class PoolGrowth {

  private static final int LATE_CHECKS = 4;

  private int checks;
  private int served;
  private int idleChecks;

  /** The first exchange waits. */
  void begin() {
    checks = 0;
    served = 0;
    idleChecks = 0;
  }

  void served() {
    served++;
  }

  /** Counts a check; returns whether no connection becomes free. */
  boolean isStalled(boolean late) {
    checks++;
    idleChecks = served == 0 ? idleChecks + 1 : 0;
    served = 0;
    return idleChecks >= (late ? LATE_CHECKS : 1);
  }

  /** The number to add if connections become free. */
  int more(int waiting, int open) {
    return checks < 2 ? 0 : Math.min(open, waiting);
  }
}
