package io.postrider.message;

/** Says what is wrong with the JSON and where; caught inside this package, and without a trace. */
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
