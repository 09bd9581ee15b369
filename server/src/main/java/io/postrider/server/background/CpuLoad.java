package io.postrider.server.background;

/** How busy the machine's processors were lately, or those that this process may use. */
public interface CpuLoad {

  /**
   * Shares of all processors, from 0 to 1.
   *
   * @param all what was used by anybody; negative if that is not known
   * @param others what was used by anybody but followers
   */
  record Use(double all, double others) {}

  /** The use of the last moments. May be asked by any thread as often as it likes. */
  Use use();

  /** From now on this thread is a follower's. */
  void follows(Thread thread);
}
