package io.postrider.server.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.server.access.UrlMask;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The health of destinations. May be called from any thread; may block shortly. */
@FunctionalInterface
public interface DestinationHealth {

  /** The health by settings only, for nodes that do not deliver. */
  static DestinationHealth bySettings(Supplier<Catalog> catalog) {
    return destination ->
        Report.of(State.of(destination, catalog.get().isComputedFor(destination.id())));
  }

  Report of(Destination destination);

  /** A snapshot for many questions. */
  default DestinationHealth now() {
    return this;
  }

  /**
   * The health of one destination.
   *
   * @param since since when it is failing or degraded; null if it is neither
   * @param lastDeliveredAt when it last accepted a message; null if that is unknown
   */
  record Report(
      State state,
      @Nullable Instant since,
      @Nullable Instant lastDeliveredAt,
      @Nullable Failure lastError) {

    /** The health by settings only; does not know audiences and computed traits. */
    public static Report bySettings(Destination destination) {
      return of(State.of(destination, false));
    }

    static Report of(State state) {
      return new Report(state, null, null, null);
    }
  }

  enum State {
    DISABLED,
    PAUSED,
    /** No source, audience or computed trait sends to it. */
    UNCONNECTED,
    /** The last attempt at every URL succeeded; also before the first attempt. */
    HEALTHY,
    /** An attempt at some URL failed, and that URL accepted nothing since. */
    DEGRADED,
    /** The breaker of every URL is open, or it refused, and it accepted nothing since. */
    FAILING;

    /**
     * The state by settings only.
     *
     * @param computed whether an audience or a computed trait sends to it
     */
    public static State of(Destination destination, boolean computed) {
      if (!destination.isEnabled()) {
        return DISABLED;
      }
      if (destination.paused()) {
        return PAUSED;
      }
      return destination.sources().isEmpty() && !computed ? UNCONNECTED : HEALTHY;
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
