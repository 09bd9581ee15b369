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
    @Nullable Failure lastFailure) {}
