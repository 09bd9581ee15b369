package io.postrider.delivery;

/** The bytes of a cursor or a failure chunk are corrupt or of an unknown version. */
public final class CursorCorruptException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CursorCorruptException(String message) {
    super(message);
  }
}
