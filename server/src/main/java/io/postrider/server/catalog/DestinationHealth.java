package io.postrider.server.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.Destination;
import io.postrider.server.access.UrlMask;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The health of destinations. May be called from any thread; may block shortly. */
@FunctionalInterface
public interface DestinationHealth {

  /** The health by settings only, for nodes that do not deliver. */
  DestinationHealth BY_SETTINGS = destination -> new Report(State.of(destination), null);

  Report of(Destination destination);

  /** A snapshot for many questions. */
  default DestinationHealth now() {
    return this;
  }

  /** The health of one destination. */
  record Report(State state, @Nullable Failure lastError) {}

  enum State {
    DISABLED,
    PAUSED,
    /** No URL fails repeatedly; also before the first attempt. */
    HEALTHY,
    /** Some URLs fail repeatedly, others do not. */
    DEGRADED,
    /** All URLs fail repeatedly. */
    FAILING;

    /** The state by settings only. */
    public static State of(Destination destination) {
      if (!destination.isEnabled()) {
        return DISABLED;
      }
      return destination.paused() ? PAUSED : HEALTHY;
    }

    /** The wire name, such as {@code failing}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The last failed attempt.
   *
   * @param reason its wire name, such as {@code http_status}
   * @param status the response status; null if there was no response
   * @param message a description without secrets
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Failure(
      @JsonProperty String reason,
      @JsonProperty @Nullable Integer status,
      @JsonProperty String message,
      @JsonProperty String url,
      @JsonProperty Instant at) {

    Failure withoutSecrets() {
      return new Failure(reason, status, UrlMask.inText(message), UrlMask.of(url), at);
    }
  }
}
