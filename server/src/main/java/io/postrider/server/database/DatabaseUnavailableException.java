package io.postrider.server.database;

/** The database cannot be reached or cannot write now; a retry may succeed. */
public final class DatabaseUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public DatabaseUnavailableException(String message) {
    super(message);
  }

  public DatabaseUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
