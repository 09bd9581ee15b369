package io.postrider.server.alerts;

import io.postrider.id.DestinationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A destination's trouble that operators were told of and that is not over.
 *
 * @param since when it began
 * @param wellSince since when the destination is well again, not yet for long enough; null while it
 *     is not
 * @param longTold whether it was told that this goes on for long
 */
public record Incident(
    DestinationId destination, Instant since, @Nullable Instant wellSince, boolean longTold) {}
