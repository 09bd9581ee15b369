package io.postrider.log;

/** Durable data is corrupt; an operator has to decide what to do. */
public final class LogCorruptException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LogCorruptException(String message) {
    super(message);
  }
}
