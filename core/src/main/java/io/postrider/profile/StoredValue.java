package io.postrider.profile;

import io.postrider.condition.Decimal;
import io.postrider.condition.OrderedNumber;
import io.postrider.condition.Value;
import io.postrider.message.Timestamps;

/**
 * Encodes a value as a text that SQLite and PostgreSQL compare alike, byte by byte. Pure.
 *
 * <p>The first character is the type, so values of different types are never equal: {@code t} a
 * text, {@code n} a number (as {@link OrderedNumber}, so that comparing texts compares numbers),
 * {@code b1} true, {@code b0} false, {@code o} an object, {@code a} a list within a list, {@code z}
 * null within a list. The last three equal nothing that a condition names.
 *
 * <p>PostgreSQL texts cannot contain NUL or unpaired surrogates: these become characters of a
 * private-use plane, from U+10F7FF on. A text that already contains one of those characters equals
 * a text with the replaced character.
 */
public final class StoredValue {

  public static final String OBJECT = "o";
  public static final String TRUE = "b1";
  public static final String FALSE = "b0";
  static final String LIST = "a";
  static final String NULL = "z";

  static final char TEXT = 't';
  static final char NUMBER = 'n';

  private static final int NUL = 0x10F7FF;
  private static final int FIRST_SURROGATE = 0x10F800;

  private StoredValue() {}

  /**
   * Encodes a text, number or boolean operand.
   *
   * @throws IllegalArgumentException if the value has another type
   */
  public static String of(Value value) {
    return switch (value) {
      case Value.Text(String text) -> text(text);
      case Value.Numeric(Decimal number) -> number(number);
      case Value.Bool(boolean truth) -> truth ? TRUE : FALSE;
      case Value.Missing _, Value.Items _, Value.Nested _ ->
          throw new IllegalArgumentException("no single value: " + value);
    };
  }

  public static String text(String text) {
    return TEXT + storable(text);
  }

  public static String number(Decimal number) {
    return NUMBER + OrderedNumber.of(number);
  }

  public static String number(long number) {
    return NUMBER + OrderedNumber.of(number);
  }

  /** An instant in milliseconds since 1970, stored with a text that is a time. */
  public static String moment(long millis) {
    return number(millis);
  }

  /** The instant of a text that is a time, or {@link Timestamps#UNREADABLE}. */
  public static long millis(String text) {
    // Every form of a time starts with four digits.
    boolean maybe = text.length() >= 4 && isDigit(text.charAt(0)) && isDigit(text.charAt(3));
    return maybe ? Timestamps.parse(text) : Timestamps.UNREADABLE;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Replaces the characters that PostgreSQL cannot store; the result follows the {@code t}. */
  public static String storable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || Character.isSurrogate(c)) {
        return replaced(text, i);
      }
    }
    return text;
  }

  private static String replaced(String text, int from) {
    StringBuilder out = new StringBuilder(text.length() + 2).append(text, 0, from);
    int i = from;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      out.appendCodePoint(
          point == 0
              ? NUL
              : isSurrogate(point) ? FIRST_SURROGATE + point - Character.MIN_SURROGATE : point);
      i += Character.charCount(point);
    }
    return out.toString();
  }

  private static boolean isSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }

  /** Decodes a value; nested lists and nulls become an object. */
  public static Value value(String stored) {
    return switch (stored.charAt(0)) {
      case TEXT -> Value.of(restored(stored.substring(1)));
      case NUMBER -> Value.of(Decimal.of(OrderedNumber.decode(stored.substring(1))));
      case 'b' -> Value.of(stored.equals(TRUE));
      default -> Value.NESTED;
    };
  }

  /** Reverses {@link #storable}. */
  static String restored(String stored) {
    if (stored.codePoints().noneMatch(point -> point >= NUL)) {
      return stored;
    }
    StringBuilder out = new StringBuilder(stored.length());
    stored
        .codePoints()
        .forEach(
            point ->
                out.appendCodePoint(
                    point < NUL
                        ? point
                        : point == NUL ? 0 : point - FIRST_SURROGATE + Character.MIN_SURROGATE));
    return out.toString();
  }
}
