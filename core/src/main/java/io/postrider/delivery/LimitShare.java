package io.postrider.delivery;

import java.util.List;

/**
 * The part of a destination's limits that one of several nodes may use. It changes with time by
 * itself, because the node may lose contact with whoever grants it.
 *
 * @param steps what may be used until when, in order; the last one has no end
 */
public record LimitShare(List<Step> steps) {

  /** The whole of a limit; also the amount of a limit that the destination does not have. */
  public static final int WHOLE = Integer.MAX_VALUE;

  /**
   * What may be used until a time.
   *
   * @param untilMillis the end of the step; {@link Long#MAX_VALUE} for none
   * @param concurrency the concurrent attempts per URL
   * @param milliRate the thousandths of rounds started per second
   */
  public record Step(long untilMillis, int concurrency, int milliRate) {

    public Step {
      if (concurrency < 0 || milliRate < 0) {
        throw new IllegalArgumentException("a negative share");
      }
    }
  }

  public LimitShare {
    steps = List.copyOf(steps);
    long before = Long.MIN_VALUE;
    for (Step step : steps) {
      if (step.untilMillis() < before) {
        throw new IllegalArgumentException("steps out of order");
      }
      before = step.untilMillis();
    }
    if (before != Long.MAX_VALUE) {
      throw new IllegalArgumentException("the last step has an end");
    }
  }

  /** The step of a time. */
  public Step at(long nowMillis) {
    for (Step step : steps) {
      if (nowMillis < step.untilMillis()) {
        return step;
      }
    }
    return steps.getLast();
  }
}
