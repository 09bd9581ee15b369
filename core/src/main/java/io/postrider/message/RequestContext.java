package io.postrider.message;

import io.postrider.id.SourceId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a request beside its body.
 *
 * @param source whose write key it carries
 * @param sourceType web and mobile sources have the sender's address added
 * @param receivedAt when it arrived
 * @param ip the sender's address, or null if it is not to be added to any message
 */
public record RequestContext(
    SourceId source, SourceType sourceType, Instant receivedAt, @Nullable String ip) {}
