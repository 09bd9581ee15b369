package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.delivery.Failure;
import org.jspecify.annotations.Nullable;

/**
 * A stored failure as JSON.
 *
 * @param status the response status; null if there was none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record FailureView(
    @JsonProperty String reason,
    @JsonProperty @Nullable Integer status,
    @JsonProperty String message) {

  /** The failure of an attempt: of a message's own, or of the destination's last one if held. */
  static FailureView ofAttempt(Failure failure) {
    return new FailureView(
        failure.reason().wireName(),
        failure.status() == 0 ? null : (Integer) failure.status(),
        describe(failure));
  }

  /** The failure of a delivery. */
  static FailureView of(Failure failure) {
    return failure.held()
        ? new FailureView(
            failure.shownReason(),
            null,
            "Never sent: the destination was failing; last error: " + describe(failure))
        : ofAttempt(failure);
  }

  /** The destination's last error, if a message was never sent because of it. */
  static @Nullable FailureView lastError(Failure failure) {
    return failure.held() ? ofAttempt(failure) : null;
  }

  /** The cause of a failure of which only the reason is stored. */
  private static String describe(Failure failure) {
    return switch (failure.reason()) {
      case TIMEOUT -> "The receiver did not respond in time.";
      case HTTP_STATUS -> "The receiver answered " + failure.status() + ".";
      case CONNECTION_REFUSED -> "The receiver refused the connection.";
      case CONNECTION_RESET -> "The connection was closed before a response.";
      case UNREACHABLE -> "The receiver is unreachable.";
      case PROTOCOL -> "The receiver's response is not valid HTTP.";
      case DNS -> "The receiver's host name does not resolve.";
      case SELF_SIGNED_CERTIFICATE -> "The receiver's certificate is self-signed.";
      case TLS -> "The TLS handshake with the receiver failed.";
      case ADDRESS_REFUSED ->
          "The receiver's address is not allowed; delivery.allow-networks does not list its"
              + " network.";
    };
  }
}
