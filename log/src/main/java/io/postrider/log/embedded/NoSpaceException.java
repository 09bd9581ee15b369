package io.postrider.log.embedded;

import java.io.IOException;

/** The disk, or what we may use of it, is full. */
public final class NoSpaceException extends IOException {

  private static final long serialVersionUID = 1L;

  public NoSpaceException(String message) {
    super(message);
  }
}
