package io.postrider.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of one URL of a destination.
 *
 * @param failing whether nothing is delivered: it is failing or refusing
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
