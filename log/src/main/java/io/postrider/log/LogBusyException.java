package io.postrider.log;

/** The append queue is full; retry shortly. */
public final class LogBusyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LogBusyException(String message) {
    super(message);
  }
}
