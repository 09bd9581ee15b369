package io.postrider.server.database;

/**
 * An SQLite file is damaged: SQLite finds it corrupt, or takes it for no database at all. Its text
 * says what to do.
 */
public final class DamagedFileException extends DatabaseException {

  private static final long serialVersionUID = 1L;

  private final String damage;

  /**
   * @param damage what is wrong with the file, as a clause
   */
  DamagedFileException(String message, String damage) {
    super(message);
    this.damage = damage;
  }

  /** What is wrong with the file, as a clause. */
  public String damage() {
    return damage;
  }
}
