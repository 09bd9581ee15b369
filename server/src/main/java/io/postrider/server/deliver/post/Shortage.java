package io.postrider.server.deliver.post;

/** How many connections are missing, by how fast those there are became free. */
final class Shortage {

  /** Whoever is served within so many more spans of the same length waits. */
  private static final int PATIENCE = 4;

  private Shortage() {}

  /**
   * The number missing.
   *
   * @param served exchanges that waited and were given one of the open connections, within a span
   */
  static int of(int waiting, int served, int open) {
    if (served == 0 || open == 0) {
      return waiting;
    }
    long wanted = Math.ceilDiv((long) waiting * open, (long) served * PATIENCE);
    return Math.clamp(wanted - open, 0, waiting);
  }
}
