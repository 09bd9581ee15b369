package io.postrider.server.config;

import org.jspecify.annotations.Nullable;

/** The program cannot start; the message says why and what to do, without a stack trace. */
public final class StartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StartException(@Nullable String message) {
    super(message);
  }
}
