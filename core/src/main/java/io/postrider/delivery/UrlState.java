package io.postrider.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of one URL of a destination.
 *
 * @param failing whether its breaker opened or it refused, and it accepted nothing since
 * @param nextProbe the time of the next probe; null if the breaker is closed or a probe runs
 * @param lastFailure the last failure since the last success, or null
 */
public record UrlState(
    String url,
    boolean failing,
    boolean breakerOpen,
    @Nullable Instant nextProbe,
    int limit,
    int inFlight,
    @Nullable Failure lastFailure) {

  /** What two nodes see of one URL together: the worse state, the earlier probe, the sums. */
  public UrlState and(UrlState other) {
    Instant probe =
        nextProbe == null || (other.nextProbe != null && other.nextProbe.isBefore(nextProbe))
            ? other.nextProbe
            : nextProbe;
    return new UrlState(
        url,
        failing || other.failing,
        breakerOpen || other.breakerOpen,
        probe,
        limit + other.limit,
        inFlight + other.inFlight,
        lastFailure == null ? other.lastFailure : lastFailure);
  }
}
