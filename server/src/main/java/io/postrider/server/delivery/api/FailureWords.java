package io.postrider.server.delivery.api;

import io.postrider.delivery.Failure;

/** Failures of which only the kind is remembered, in words. */
final class FailureWords {

  private FailureWords() {}

  static String of(Failure failure) {
    return switch (failure.reason()) {
      case TIMEOUT -> "The receiver did not answer in time.";
      case HTTP_STATUS -> "The receiver answered " + failure.status() + ".";
      case CONNECTION_REFUSED -> "The receiver refused the connection.";
      case CONNECTION_RESET -> "The connection broke.";
      case UNREACHABLE -> "The receiver could not be reached.";
      case PROTOCOL -> "The receiver's answer was not HTTP.";
      case DNS -> "The receiver's name could not be looked up.";
      case SELF_SIGNED_CERTIFICATE -> "The receiver's certificate is self-signed.";
      case TLS -> "No trusted connection to the receiver could be made.";
      case ADDRESS_REFUSED ->
          "The receiver's address is dialled only if delivery.allow-networks lists its network.";
    };
  }
}
