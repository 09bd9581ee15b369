package io.postrider.client;

import org.jspecify.annotations.Nullable;

/**
 * A call that the service would refuse: something is missing, too large, or cannot be written as
 * JSON. Nothing was queued. The message says what to change.
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
