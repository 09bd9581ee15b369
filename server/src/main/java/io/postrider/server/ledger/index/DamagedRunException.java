package io.postrider.server.ledger.index;

import org.jspecify.annotations.Nullable;

/** A run file is damaged. The index drops it and rebuilds it from the ledger. */
final class DamagedRunException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String file;

  DamagedRunException(String file, String message, @Nullable Throwable cause) {
    super("The ledger's index file " + file + " is damaged: " + message, cause);
    this.file = file;
  }

  /** The name of the file. */
  String file() {
    return file;
  }
}
