package io.postrider.log;

/** Bytes that were durable once are damaged; a person has to decide what to do. */
public final class LogCorruptException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LogCorruptException(String message) {
    super(message);
  }
}
