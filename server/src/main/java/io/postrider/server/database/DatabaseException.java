package io.postrider.server.database;

/**
 * A permanent database failure: it cannot be opened, or reports an error that a retry cannot fix.
 *
 * <p>Its text contains neither passwords nor statement values.
 */
public class DatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public DatabaseException(String message) {
    super(message);
  }
}
