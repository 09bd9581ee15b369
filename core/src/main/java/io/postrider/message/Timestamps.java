package io.postrider.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Parses ISO 8601 times leniently and writes them as {@code YYYY-MM-DDTHH:mm:ss.SSSZ}.
 *
 * <p>{@link Iso8601Parser} describes the accepted forms. Everything else is unreadable, including
 * dates that do not exist and times outside the years 0000 to 9999 in UTC.
 */
public final class Timestamps {

  public static final long UNREADABLE = Long.MIN_VALUE;
  public static final int LENGTH = 24;
  private static final long FIRST = -62_167_219_200_000L;
  private static final long LAST = 253_402_300_799_999L;
  static final long DAY_MILLIS = 86_400_000L;
  private static final int[] DAYS_OF_MONTH = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  private static final short[] DIGITS = new short[256];

  static {
    Arrays.fill(DIGITS, (short) -10_000);
    for (int digit = 0; digit < 10; digit++) {
      DIGITS['0' + digit] = (short) digit;
    }
  }

  private Timestamps() {}

  /** Whether a time can be written, that is, falls into the years 0000 to 9999. */
  public static boolean isWritable(long millis) {
    return millis >= FIRST && millis <= LAST;
  }

  /** Parses a range of text to epoch milliseconds, or {@link #UNREADABLE}. */
  public static long parse(byte[] text, int from, int to) {
    long common = parseWritten(text, from, to);
    return common != UNREADABLE ? common : new Iso8601Parser(text, from, to).read();
  }

  /** Like {@link #parse}, but only for the form of {@link #write}, which most clients use. */
  static long parseWritten(byte[] text, int from, int to) {
    return to - from == LENGTH ? parseWritten(text, from) : UNREADABLE;
  }

  private static long parseWritten(byte[] t, int at) {
    int year = 100 * two(t, at) + two(t, at + 2);
    int month = two(t, at + 5);
    int day = two(t, at + 8);
    int hour = two(t, at + 11);
    int minute = two(t, at + 14);
    int second = two(t, at + 17);
    int milli = 10 * two(t, at + 20) + one(t, at + 22);
    boolean marked =
        t[at + 4] == '-'
            && t[at + 7] == '-'
            && t[at + 10] == 'T'
            && t[at + 13] == ':'
            && t[at + 16] == ':'
            && t[at + 19] == '.'
            && t[at + 23] == 'Z';
    // A byte that is not a digit makes its number negative.
    boolean digits = (year | month | day | hour | minute | second | milli) >= 0;
    if (!marked || !digits || month < 1 || month > 12 || day < 1 || day > days(year, month)) {
      return UNREADABLE;
    }
    if (hour > 23 || minute > 59 || second > 59) {
      return UNREADABLE;
    }
    long seconds = (hour * 60L + minute) * 60 + second;
    return daysFrom1970(year, month, day) * DAY_MILLIS + seconds * 1000 + milli;
  }

  /** A digit, or a number that makes every sum it is part of negative. */
  private static int one(byte[] text, int at) {
    return DIGITS[text[at] & 0xFF];
  }

  private static int two(byte[] text, int at) {
    return 10 * DIGITS[text[at] & 0xFF] + DIGITS[text[at + 1] & 0xFF];
  }

  static int days(int year, int month) {
    return month == 2 && isLeap(year) ? 29 : DAYS_OF_MONTH[month - 1];
  }

  static boolean isLeap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  /** Parses text to epoch milliseconds, or {@link #UNREADABLE}. */
  public static long parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return parse(bytes, 0, bytes.length);
  }

  public static String format(long millis) {
    byte[] text = new byte[LENGTH];
    write(millis, text, 0);
    return new String(text, StandardCharsets.US_ASCII);
  }

  /** Writes a time as {@link #LENGTH} bytes. */
  public static void write(long millis, byte[] out, int at) {
    if (!isWritable(millis)) {
      throw new IllegalArgumentException("not in the years 0000 to 9999: " + millis);
    }
    // Days count from 0000-03-01, so that a leap day is the last of its year.
    long day = Math.floorDiv(millis, DAY_MILLIS);
    int rest = (int) Math.floorMod(millis, DAY_MILLIS);
    int shifted = (int) day + 719_468;
    int era = Math.floorDiv(shifted, 146_097);
    int dayOfEra = shifted - era * 146_097;
    int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int shiftedMonth = (5 * dayOfYear + 2) / 153;
    int month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
    int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    two(year / 100, out, at);
    two(year % 100, out, at + 2);
    out[at + 4] = '-';
    two(month, out, at + 5);
    out[at + 7] = '-';
    two(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, out, at + 8);
    out[at + 10] = 'T';
    two(rest / 3_600_000, out, at + 11);
    out[at + 13] = ':';
    two(rest / 60_000 % 60, out, at + 14);
    out[at + 16] = ':';
    two(rest / 1000 % 60, out, at + 17);
    out[at + 19] = '.';
    out[at + 20] = (byte) ('0' + rest % 1000 / 100);
    two(rest % 100, out, at + 21);
    out[at + 23] = 'Z';
  }

  private static void two(int number, byte[] out, int at) {
    out[at] = (byte) ('0' + number / 10);
    out[at + 1] = (byte) ('0' + number % 10);
  }

  /** The days from 1970-01-01 to a date. */
  static long daysFrom1970(int year, int month, int day) {
    int y = month <= 2 ? year - 1 : year;
    int era = Math.floorDiv(y, 400);
    int yearOfEra = y - era * 400;
    int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097L + dayOfEra - 719_468;
  }
}
