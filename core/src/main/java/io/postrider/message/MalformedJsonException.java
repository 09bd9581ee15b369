package io.postrider.message;

/** The JSON is invalid. Caught inside this package; has no stack trace. */
final class MalformedJsonException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int atByte;

  MalformedJsonException(String what, int atByte) {
    super(what, null, false, false);
    this.atByte = atByte;
  }

  Rejection rejection() {
    return Rejection.invalidJson(String.valueOf(getMessage()), atByte);
  }
}
