package io.postrider.message;

import io.postrider.id.SourceId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a request other than its body.
 *
 * @param source the source of its write key
 * @param sourceType for web and mobile sources the sender's IP address is added
 * @param ip the sender's IP address, or null if it must not be added
 * @param trace the span of the request; null if it is not traced
 */
public record RequestContext(
    SourceId source,
    SourceType sourceType,
    Instant receivedAt,
    @Nullable String ip,
    @Nullable TraceContext trace) {

  /** A request that is not traced. */
  public RequestContext(
      SourceId source, SourceType sourceType, Instant receivedAt, @Nullable String ip) {
    this(source, sourceType, receivedAt, ip, null);
  }
}
