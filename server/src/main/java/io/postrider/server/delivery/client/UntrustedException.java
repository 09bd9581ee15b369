package io.postrider.server.delivery.client;

import io.postrider.delivery.FailureReason;
import java.security.cert.CertificateException;

/** A receiver's certificate is not trusted; the message says why. */
final class UntrustedException extends CertificateException {

  private static final long serialVersionUID = 1L;

  private final FailureReason reason;

  UntrustedException(FailureReason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  FailureReason reason() {
    return reason;
  }

  String detail() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
