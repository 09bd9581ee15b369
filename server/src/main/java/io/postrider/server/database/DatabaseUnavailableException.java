package io.postrider.server.database;

/** The database cannot be reached or cannot write now; trying later may help. */
public final class DatabaseUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DatabaseUnavailableException(String message) {
    super(message);
  }
}
