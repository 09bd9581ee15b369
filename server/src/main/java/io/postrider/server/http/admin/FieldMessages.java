package io.postrider.server.http.admin;

import io.postrider.server.config.DidYouMean;
import java.util.Collection;

/** The messages of mistakes that several fields and parameters can have. */
public final class FieldMessages {

  public static final String REQUIRED = "is required";
  public static final String READ_ONLY = "is read-only";
  public static final String NOT_AN_OBJECT = "must be a JSON object";
  public static final String NOT_A_STRING = "must be a string";
  public static final String CONTROL_CHARACTERS =
      "must not contain control characters, such as line ends";
  public static final String LONE_SURROGATE =
      "must not contain a lone surrogate: half of a UTF-16 pair";
  public static final String NOT_A_BOOLEAN = "must be true or false";

  static final String FOREIGN_CURSOR = "must be the next value of an earlier page of this list";

  private FieldMessages() {}

  /** The message for a number out of its range. */
  public static String between(long least, long most) {
    return "must be between %,d and %,d".formatted(least, most);
  }

  /** The message for a field that is not an integer, or out of its range. */
  public static String integer(long least, long most) {
    return "must be an integer between %,d and %,d".formatted(least, most);
  }

  /** The message for a list that has too few or too many items. */
  public static String items(int least, int most) {
    return "must be a list of %,d to %,d items".formatted(least, most);
  }

  /** The message for a text that is empty or too long. */
  public static String characters(int most) {
    return "must have 1 to %,d characters".formatted(most);
  }

  /** The message for a name that is blank or too long. */
  public static String nameOf(int most) {
    return characters(most) + ", not only spaces";
  }

  /** The message for a repeated item of a list. */
  public static String sameAs(String other) {
    return "is the same as " + other;
  }

  /** The message for a field or parameter that does not exist. */
  public static String unknown(String name, Collection<String> known) {
    return DidYouMean.of(name, known)
        .map(near -> "is unknown; did you mean %s?".formatted(near))
        .orElse("is unknown");
  }
}
