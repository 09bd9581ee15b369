package io.postrider.server.commands.doctor;

/**
 * The result of a check.
 *
 * @param check what was checked
 * @param message what was found
 * @param action what to do; empty if nothing
 */
public record Finding(Level level, String check, String message, String action) {

  /** How bad it is. */
  public enum Level {
    OK,
    /** It works, but not for long or not well. */
    WARNING,
    /** The service does not start, or does not work. */
    PROBLEM
  }

  static Finding ok(String check, String message) {
    return new Finding(Level.OK, check, message, "");
  }

  static Finding warning(String check, String message, String action) {
    return new Finding(Level.WARNING, check, message, action);
  }

  static Finding problem(String check, String message, String action) {
    return new Finding(Level.PROBLEM, check, message, action);
  }
}
