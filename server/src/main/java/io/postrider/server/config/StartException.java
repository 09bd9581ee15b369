package io.postrider.server.config;

import org.jspecify.annotations.Nullable;

/** A command cannot run; the message says why and what to do. No stack trace is printed. */
public final class StartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StartException(@Nullable String message) {
    super(message);
  }
}
