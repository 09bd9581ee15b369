package io.postrider.server.database;

/** A secret was sealed with another key; the message says what to do. */
public final class UnreadableSecretException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnreadableSecretException(String message) {
    super(message);
  }
}
