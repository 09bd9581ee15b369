package io.postrider.server.delivery.stats;

import io.postrider.delivery.FailureReason;
import java.time.Instant;

/**
 * The last failed attempt.
 *
 * @param url without secrets
 * @param status of the response, or 0 without one
 */
public record LastError(Instant at, String url, FailureReason reason, int status, String detail) {}
