package io.postrider.server.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.Destination;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How destinations are doing. May be called from any thread; it may block, though not for long. */
@FunctionalInterface
public interface DestinationHealth {

  /** What a destination's own settings tell, for as long as nothing more is known. */
  DestinationHealth BY_SETTINGS = destination -> new Report(State.of(destination), null);

  Report of(Destination destination);

  /** How destinations are doing at this moment, for asking about many of them. */
  default DestinationHealth now() {
    return this;
  }

  /** The last word on a destination. */
  record Report(State state, @Nullable Failure lastError) {}

  /** How a destination is doing. */
  enum State {
    DISABLED,
    PAUSED,
    /** No URL keeps failing; also before anything was sent. */
    HEALTHY,
    /** Some of its URLs keep failing or refusing, others do not. */
    DEGRADED,
    /** All of its URLs keep failing or refusing: nothing gets through. */
    FAILING;

    /** The state that follows from a destination's own settings. */
    public static State of(Destination destination) {
      if (!destination.isEnabled()) {
        return DISABLED;
      }
      return destination.paused() ? PAUSED : HEALTHY;
    }

    /** The name on the wire, such as {@code failing}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The newest attempt that failed.
   *
   * @param reason its name on the wire, such as {@code http_status}
   * @param status the status of the answer; null if there was none
   * @param message what happened, in words and without secrets
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Failure(
      @JsonProperty String reason,
      @JsonProperty @Nullable Integer status,
      @JsonProperty String message,
      @JsonProperty String url,
      @JsonProperty Instant at) {}
}
