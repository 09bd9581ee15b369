package io.postrider.server.usage;

import io.postrider.server.database.TimeStep;
import java.time.Instant;

/**
 * Sums stored counts over a range of time: by minutes, and by hours where minutes are no longer
 * stored. The ends of the range are exact to the step. Pure.
 */
final class StepSums {

  /** The counts of a table. */
  interface Counts {

    /** The sum of the steps of a length that start in a range. */
    long sum(TimeStep step, Instant from, Instant to);
  }

  private StepSums() {}

  static long between(Instant from, Instant to, Instant now, Counts counts) {
    if (!from.isBefore(to)) {
      return 0;
    }
    Instant oldest = now.minus(TimeStep.MINUTE.retention());
    Instant hoursEnd = TimeStep.HOUR.start(oldest).plus(TimeStep.HOUR.length());
    if (!from.isBefore(hoursEnd)) {
      return sum(TimeStep.MINUTE, from, to, counts);
    }
    Instant end = to.isBefore(hoursEnd) ? to : hoursEnd;
    return sum(TimeStep.HOUR, from, end, counts) + sum(TimeStep.MINUTE, end, to, counts);
  }

  private static long sum(TimeStep step, Instant from, Instant to, Counts counts) {
    return from.isBefore(to) ? counts.sum(step, step.start(from), to) : 0;
  }
}
