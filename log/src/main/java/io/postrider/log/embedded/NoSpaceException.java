package io.postrider.log.embedded;

import java.io.IOException;

/** The disk is full, or the log has reached its size limit. */
public final class NoSpaceException extends IOException {

  private static final long serialVersionUID = 1L;

  public NoSpaceException(String message) {
    super(message);
  }
}
