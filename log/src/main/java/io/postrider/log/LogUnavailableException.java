package io.postrider.log;

/** The log cannot take or give records now; trying later may help. */
public final class LogUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LogUnavailableException(String message) {
    super(message);
  }

  public LogUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
