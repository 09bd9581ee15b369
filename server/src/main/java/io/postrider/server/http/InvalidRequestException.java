package io.postrider.server.http;

/** Ends the decoding of a request. Has no stack trace: anyone can cause it. */
final class InvalidRequestException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final InvalidRequest reason;

  InvalidRequestException(InvalidRequest reason) {
    super(reason.message(), null, false, false);
    this.reason = reason;
  }

  InvalidRequest reason() {
    return reason;
  }
}
