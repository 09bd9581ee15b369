package io.postrider.server.delivery.client;

/**
 * How many connections are missing where exchanges wait for busy ones. Looked at from time to time
 * as long as any wait.
 *
 * <p>A short burst passes before the second look and asks for none. A receiver that takes longer
 * than that has freed none, and gets one for each exchange. If they wait on and on though some are
 * served, the number doubles with each look. When looks come late, nobody may have been served only
 * because the event loop did not come to it; that takes several looks to be believed.
 */
final class PoolGrowth {

  private static final int LATE_LOOKS = 4;

  private int looks;
  private int served;
  private int idleLooks;

  /** Somebody waits, for the first time. */
  void begin() {
    looks = 0;
    served = 0;
    idleLooks = 0;
  }

  /** Somebody who waited was given a connection. */
  void served() {
    served++;
  }

  /** Looks; says whether the connections there are do not become free. */
  boolean isStuck(boolean late) {
    looks++;
    idleLooks = served == 0 ? idleLooks + 1 : 0;
    served = 0;
    return idleLooks >= (late ? LATE_LOOKS : 1);
  }

  /** The number missing if they do become free, when so many wait and so many are open. */
  int more(int waiting, int open) {
    return looks < 2 ? 0 : Math.min(open, waiting);
  }
}
