package io.postrider.server.database;

/** The database cannot be reached or cannot write now; a retry may succeed. */
public final class DatabaseUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final boolean full;

  public DatabaseUnavailableException(String message) {
    this(message, false);
  }

  /**
   * @param full whether its disk is full
   */
  public DatabaseUnavailableException(String message, boolean full) {
    super(message);
    this.full = full;
  }

  public DatabaseUnavailableException(String message, Throwable cause) {
    super(message, cause);
    this.full = false;
  }

  /** Whether the disk of the database is full. */
  public boolean isFull() {
    return full;
  }
}
