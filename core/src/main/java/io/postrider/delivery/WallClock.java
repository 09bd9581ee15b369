package io.postrider.delivery;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Translates between the time of machines and the wall clock. Machines count with a time that never
 * jumps. The wall clock may jump; it is needed for what is shown and saved, and for the times of
 * records. Belongs to the thread of its machines.
 *
 * <p>A driver calls {@link #observe} at its start, and then about once a second. Bounded: beyond
 * {@link #MAX_STEPS}, the oldest step is forgotten.
 */
public final class WallClock {

  static final int MAX_STEPS = 32;

  /** A smaller difference is no step. */
  private static final long TOLERANCE_MILLIS = 1_000;

  /** How much later than the last input something may seem to be stamped. */
  private static final long SLACK_MILLIS = 60_000;

  /** From a time on, the wall clock is ahead of the machines by the shift. */
  private record Step(long fromMillis, long shiftMillis) {}

  private final List<Step> steps = new ArrayList<>(List.of(new Step(Long.MIN_VALUE / 2, 0)));
  private long startedMillis = Long.MAX_VALUE / 4;
  private long observedMillis = Long.MAX_VALUE / 4;

  /**
   * Compares the two times at one moment.
   *
   * @return whether the wall clock has stepped since the last call
   */
  public boolean observe(long nowMillis, long wallMillis) {
    startedMillis = Math.min(startedMillis, nowMillis);
    observedMillis = nowMillis;
    long shiftMillis = wallMillis - nowMillis;
    if (Math.abs(shiftMillis - shiftMillis()) <= TOLERANCE_MILLIS) {
      return false;
    }
    steps.add(new Step(nowMillis, shiftMillis));
    if (steps.size() > MAX_STEPS) {
      steps.removeFirst();
    }
    return true;
  }

  /** Notes the time of an input: nothing that it brings was stamped much later. */
  void passed(long nowMillis) {
    observedMillis = nowMillis;
  }

  /** By how much the wall clock is ahead. */
  long shiftMillis() {
    return steps.getLast().shiftMillis;
  }

  /** The wall clock's time at a time of the machines. */
  public long wallMillis(long millis) {
    return millis + shiftMillis();
  }

  Instant wall(long millis) {
    return Instant.ofEpochMilli(wallMillis(millis));
  }

  /**
   * When something was stamped, given the stamp by the wall clock. If the wall clock showed that
   * time twice, this is the later one: windows get longer, never shorter.
   */
  long machineMillis(long wallMillis) {
    if (steps.size() == 1 && wallMillis <= observedMillis) {
      return wallMillis;
    }
    long endMillis = observedMillis + SLACK_MILLIS;
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step step = steps.get(i);
      long millis = wallMillis - step.shiftMillis;
      if (millis >= step.fromMillis - TOLERANCE_MILLIS && millis <= endMillis) {
        return millis;
      }
      endMillis = step.fromMillis + TOLERANCE_MILLIS;
    }
    return startedMillis; // an earlier process stamped it, by another clock
  }
}
