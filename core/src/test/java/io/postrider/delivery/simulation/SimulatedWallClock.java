package io.postrider.delivery.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * The wall clock of the world, which steps. It knows which steps the saved times do not include,
 * because no process noticed and saved them: after those, a machine cannot know better.
 */
final class SimulatedWallClock {

  /** A step of the clock. */
  private record Step(long atMillis, long byMillis) {}

  private final List<Step> steps = new ArrayList<>();

  /** The steps between the last save and the start of a process, at the time of that start. */
  private final List<Step> unsaved = new ArrayList<>();

  /** The starts of processes. */
  private final List<Long> starts = new ArrayList<>();

  private long shiftMillis;

  /** By how much the clock is ahead of true time. */
  long shiftMillis() {
    return shiftMillis;
  }

  void step(long byMillis, long nowMillis) {
    shiftMillis += byMillis;
    steps.add(new Step(nowMillis, byMillis));
  }

  void processStarted(long savedShiftMillis, long nowMillis) {
    starts.add(nowMillis);
    if (shiftMillis != savedShiftMillis) {
      unsaved.add(new Step(nowMillis, shiftMillis - savedShiftMillis));
    }
  }

  /** By how much saved times may have come too early since a time. */
  long unsavedForward(long sinceMillis) {
    long forward = 0;
    for (Step step : unsaved) {
      forward += step.atMillis >= sinceMillis ? Math.max(0, step.byMillis) : 0;
    }
    return forward;
  }

  /** The last start since a time with saved times that were too late, or a very early time. */
  long unsavedBack(long sinceMillis) {
    long last = Long.MIN_VALUE / 2;
    for (Step step : unsaved) {
      last = step.atMillis >= sinceMillis && step.byMillis < 0 ? step.atMillis : last;
    }
    return last;
  }

  /** By how much the unsaved step of a start at a time went back, or 0. */
  long unsavedBackAt(long startMillis) {
    Step last = unsaved.isEmpty() ? null : unsaved.getLast();
    return last != null && last.atMillis == startMillis ? Math.max(0, -last.byMillis) : 0;
  }

  /** By how much the clock went back since a time: it may have shown a time twice. */
  long back(long sinceMillis) {
    long back = 0;
    for (Step step : steps) {
      back += step.atMillis >= sinceMillis ? Math.max(0, -step.byMillis) : 0;
    }
    return back;
  }

  /**
   * The last start of a process after a step since a time, or a very early time. That process does
   * not know when a record from before the step was accepted.
   */
  long startAfterStep(long sinceMillis) {
    long first = Long.MAX_VALUE;
    for (Step step : steps) {
      first = step.atMillis >= sinceMillis ? Math.min(first, step.atMillis) : first;
    }
    long last = Long.MIN_VALUE / 2;
    for (long start : starts) {
      last = start >= first ? start : last;
    }
    return last;
  }
}
