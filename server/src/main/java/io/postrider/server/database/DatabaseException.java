package io.postrider.server.database;

/**
 * A database refused what it was asked, or could not be opened: not something that waiting mends.
 *
 * <p>Its text carries neither passwords nor the values of a statement.
 */
public final class DatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public DatabaseException(String message) {
    super(message);
  }
}
