package io.postrider.server.delivery;

import io.postrider.server.ops.BootClock;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Finds out by how much the wall clock was set between the save of a cursor and its use, also
 * across a restart: the times of a cursor are by the wall clock of that time. Safe to use from any
 * thread.
 */
public final class CursorClock {

  /** A smaller difference is no step: clocks are corrected a little all the time. */
  static final long TOLERANCE_MILLIS = 10_000;

  /** Knows nothing. */
  public static final CursorClock NONE = new CursorClock(BootClock.none(), InstantSource.system());

  /**
   * Both clocks at one moment.
   *
   * @param boot identifies the start of the machine
   * @param bootMillis the time since then
   */
  public record Reading(String boot, long bootMillis, long wallMillis) {

    /** By how much the wall clock was set between two readings; 0 if that is not known. */
    long stepUntil(Reading later) {
      if (!boot.equals(later.boot)) {
        return 0;
      }
      long step = (later.wallMillis - wallMillis) - (later.bootMillis - bootMillis);
      return Math.abs(step) <= TOLERANCE_MILLIS ? 0 : step;
    }
  }

  private final BootClock boot;
  private final InstantSource time;

  public CursorClock(BootClock boot, InstantSource time) {
    this.boot = boot;
    this.time = time;
  }

  /** Reads both clocks; empty if the system has no boot clock. */
  public Optional<Reading> read() {
    return boot.read().map(now -> new Reading(now.boot(), now.millis(), time.millis()));
  }

  /** By how much the wall clock was set since a reading; 0 if that is not known. */
  public long stepSince(Reading saved) {
    return read().map(saved::stepUntil).orElse(0L);
  }
}
