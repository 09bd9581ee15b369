package io.postrider.delivery;

/** The bytes of a cursor or of marks are not what this program, or an older one, wrote. */
public final class CursorCorruptException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CursorCorruptException(String message) {
    super(message);
  }
}
