package io.postrider.log.embedded;

import java.io.IOException;

/** The disk is read-only. */
public final class ReadOnlyDiskException extends IOException {

  private static final long serialVersionUID = 1L;

  public ReadOnlyDiskException(String message) {
    super(message);
  }
}
