package io.postrider.log;

/** The log cannot append or read now; a later retry may succeed. */
public final class LogUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LogUnavailableException(String message) {
    super(message);
  }

  public LogUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The log is closed. */
  public static LogUnavailableException closed() {
    return new LogUnavailableException("the log is closed");
  }
}
