package io.postrider.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How one URL of a destination fares.
 *
 * @param failing whether nothing gets through: it keeps failing, or refusing
 * @param probed whether it is only probed because it kept failing
 * @param nextProbe when it is probed next, if it is only probed and no probe runs; else null
 * @param limit how many attempts may run at once now
 * @param inFlight how many do
 * @param lastFailure the last failure since its last success; null if there was none
 */
public record UrlState(
    String url,
    boolean failing,
    boolean probed,
    @Nullable Instant nextProbe,
    int limit,
    int inFlight,
    @Nullable Failure lastFailure) {}
