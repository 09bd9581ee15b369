package io.postrider.server;

/** The program cannot start; the message says why and what to do, without a stack trace. */
public final class StartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StartException(String message) {
    super(message);
  }
}
