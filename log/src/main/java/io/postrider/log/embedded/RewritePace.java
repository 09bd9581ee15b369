package io.postrider.log.embedded;

/** Slows down the rewriting of segments, so that appends and reads have most of the disk. */
@FunctionalInterface
public interface RewritePace {

  RewritePace UNLIMITED = bytes -> true;

  /**
   * Called after some bytes were read or written; may wait.
   *
   * @return false to stop; the segment then stays as it is
   */
  boolean proceed(int bytes);
}
