package io.postrider.client;

import org.jspecify.annotations.Nullable;

/**
 * Thrown for a message that the service would reject: something is missing or too large, or cannot
 * be encoded as JSON. Nothing was queued. The exception's message says what to change.
 */
public final class InvalidMessageException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  InvalidMessageException(String message) {
    super(message);
  }

  InvalidMessageException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
