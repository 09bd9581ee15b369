package io.postrider.server.delivery.stats;

import io.postrider.delivery.FailureReason;
import java.time.Instant;

/**
 * The last attempt that failed.
 *
 * @param url without what may be secret in it
 * @param status of the answer, or 0 if there was none
 */
public record LastError(Instant at, String url, FailureReason reason, int status, String detail) {}
