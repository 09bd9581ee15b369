package io.postrider.log;

/** Too many bytes wait for the log already; trying a moment later helps. */
public final class LogBusyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LogBusyException(String message) {
    super(message);
  }
}
