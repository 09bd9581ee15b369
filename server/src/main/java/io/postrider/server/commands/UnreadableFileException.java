package io.postrider.server.commands;

import java.io.IOException;

/** The file that names the users cannot be read; the message says why. */
public final class UnreadableFileException extends IOException {

  private static final long serialVersionUID = 1L;

  UnreadableFileException(String message) {
    super(message);
  }
}
