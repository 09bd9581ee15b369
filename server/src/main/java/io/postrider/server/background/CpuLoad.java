package io.postrider.server.background;

/** The recent load of the processors that this process may use. */
public interface CpuLoad {

  /**
   * Load as a share of all processors, from 0 to 1.
   *
   * @param all the load of everything; negative if unknown
   * @param others the load of everything but followers
   */
  record Use(double all, double others) {}

  /** The recent load. Cheap; may be called from any thread. */
  Use use();

  /** Registers a thread as a follower's. */
  void follows(Thread thread);
}
