package io.postrider.server.alerts;

import io.postrider.id.DestinationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A destination that is failing, after operators were alerted and before it recovered.
 *
 * @param since when it started failing
 * @param healthySince since when it is healthy again, not yet long enough to count as recovered;
 *     null while it is failing
 * @param reminded whether operators were alerted a second time, that it is still failing
 */
public record Incident(
    DestinationId destination, Instant since, @Nullable Instant healthySince, boolean reminded) {}
