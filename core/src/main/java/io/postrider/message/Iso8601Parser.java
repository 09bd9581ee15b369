package io.postrider.message;

/**
 * Parses a time in any form of ISO 8601, and in some lenient forms.
 *
 * <p>A date is a calendar date ({@code 2026-01-31}, {@code 20260131}, {@code 2026-1-31}), the day
 * of a year ({@code 2026-031}, {@code 2026031}), the day of a week ({@code 2026-W05-6}, {@code
 * 2026W056}), or the first day of a week, month or year ({@code 2026-W05}, {@code 2026-01}, {@code
 * 2026}). One that names a day may be followed by {@code T}, {@code t} or a space and a time:
 * hours, or hours and minutes, or seconds too, with or without colons; the last of them with any
 * number of fraction digits behind a point or a comma (what is beyond milliseconds is cut off); in
 * the zone {@code Z}, {@code z}, {@code +hh:mm}, {@code +hhmm}, {@code +hh} or none, which means
 * UTC. 24:00 is the midnight that ends the day. Second 60 is the first of the next minute, as
 * computers count.
 *
 * <p>Short-lived and never passed on, so that compiled code allocates nothing.
 */
final class Iso8601Parser {

  private static final long UNREADABLE = Timestamps.UNREADABLE;
  private static final int NONE = -1;
  private static final int NANOS = 1_000_000_000;

  private final byte[] text;
  private final int end;
  private int at;

  Iso8601Parser(byte[] text, int from, int to) {
    this.text = text;
    this.at = from;
    this.end = to;
  }

  long read() {
    long day = date();
    if (day == UNREADABLE) {
      return UNREADABLE;
    }
    long ofDay = 0;
    if (at < end) {
      ofDay = accept('T') || accept('t') || accept(' ') ? timeOfDay() : UNREADABLE;
    }
    if (ofDay == UNREADABLE || at < end) {
      return UNREADABLE;
    }
    long millis = day * Timestamps.DAY_MILLIS + ofDay;
    return Timestamps.isWritable(millis) ? millis : UNREADABLE;
  }

  /** The days since 1970. Without a day, the first one; then nothing may follow. */
  private long date() {
    int run = run();
    int year = digits(4, 4);
    if (year == NONE) {
      return UNREADABLE;
    }
    return switch (run) {
      case 4 -> accept('-') ? dashed(year) : isWeek() ? week(year, false) : wholeDate(year, 1, 1);
      case 7 -> dayOfYear(year, digits(3, 3));
      case 8 -> day(year, digits(2, 2), digits(2, 2));
      default -> UNREADABLE;
    };
  }

  private long dashed(int year) {
    if (isWeek()) {
      return week(year, true);
    }
    if (run() == 3) {
      return dayOfYear(year, digits(3, 3));
    }
    int month = digits(1, 2);
    return accept('-') ? day(year, month, digits(1, 2)) : wholeDate(year, month, 1);
  }

  private long wholeDate(int year, int month, int day) {
    return at == end ? day(year, month, day) : UNREADABLE;
  }

  private static long day(int year, int month, int day) {
    boolean exists = month >= 1 && month <= 12 && day >= 1 && day <= Timestamps.days(year, month);
    return exists ? Timestamps.daysFrom1970(year, month, day) : UNREADABLE;
  }

  private static long dayOfYear(int year, int day) {
    boolean exists = day >= 1 && day <= (Timestamps.isLeap(year) ? 366 : 365);
    return exists ? Timestamps.daysFrom1970(year, 1, 1) + day - 1 : UNREADABLE;
  }

  private boolean isWeek() {
    return accept('W') || accept('w');
  }

  private long week(int year, boolean dashed) {
    int week = digits(2, 2);
    boolean named = dashed ? accept('-') : isDigitNext();
    int day = named ? digits(1, 1) : 1;
    long monday = firstMonday(year) + 7L * (week - 1);
    boolean exists = week >= 1 && monday < firstMonday(year + 1) && day >= 1 && day <= 7;
    return exists && (named || at == end) ? monday + day - 1 : UNREADABLE;
  }

  /** The Monday of a year's first week, which contains January 4. */
  private static long firstMonday(int year) {
    long fourth = Timestamps.daysFrom1970(year, 1, 4);
    return fourth - Math.floorMod(fourth + 3, 7); // 1970 began on a Thursday
  }

  private long timeOfDay() {
    long unitMillis = 3_600_000;
    int hour = digits(2, 2);
    int minute = 0;
    int second = 0;
    boolean colons = accept(':');
    if (colons || isDigitNext()) {
      unitMillis = 60_000;
      minute = digits(2, 2);
      if (colons ? accept(':') : isDigitNext()) {
        unitMillis = 1_000;
        second = digits(2, 2);
      }
    }
    long part = accept('.') || accept(',') ? fraction(unitMillis) : 0;
    int zone = zoneMinutes();
    boolean endOfDay = hour == 24 && minute == 0 && second == 0 && part == 0;
    boolean valid = hour >= 0 && (hour <= 23 || endOfDay) && minute >= 0 && minute <= 59;
    if (!valid || second < 0 || second > 60 || part < 0 || zone == Integer.MIN_VALUE) {
      return UNREADABLE;
    }
    return ((hour * 60L + minute - zone) * 60 + second) * 1000 + part;
  }

  /** The fraction of a unit in the next digits, in milliseconds, or -1 if there are none. */
  private long fraction(long unitMillis) {
    long nanos = 0;
    int weight = NANOS / 10;
    int from = at;
    while (isDigitNext()) {
      nanos += (long) weight * (text[at] - '0');
      weight /= 10;
      at++;
    }
    return at == from ? NONE : unitMillis * nanos / NANOS;
  }

  private int zoneMinutes() {
    if (at == end || accept('Z') || accept('z')) {
      return 0;
    }
    boolean west = accept('-');
    if (!west && !accept('+')) {
      return Integer.MIN_VALUE;
    }
    int hours = digits(2, 2);
    boolean more = accept(':') || at < end;
    int minutes = more ? digits(2, 2) : 0;
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) {
      return Integer.MIN_VALUE;
    }
    int zone = 60 * hours + minutes;
    return west ? -zone : zone;
  }

  private boolean accept(char wanted) {
    if (at < end && text[at] == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private boolean isDigitNext() {
    return at < end && isDigit(text[at]);
  }

  /** The number of digits that follow. */
  private int run() {
    int i = at;
    while (i < end && isDigit(text[i])) {
      i++;
    }
    return i - at;
  }

  /** The number in the next digits, or -1 if there are too few. */
  private int digits(int fewest, int most) {
    int number = 0;
    int count = 0;
    while (count < most && isDigitNext()) {
      number = 10 * number + (text[at] - '0');
      at++;
      count++;
    }
    return count < fewest ? NONE : number;
  }
}
