package io.postrider.client.json;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** Instants as {@code 2026-01-31T12:00:00.000Z}, with more digits if needed. */
public final class Iso8601 {
  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final byte[] FORM = Ascii.bytes("0000-00-00T00:00:00.000Z");
  private static final int LAST_YEAR = 9_999;

  private Iso8601() {}

  /** The text of an instant in full precision. */
  public static String text(Instant instant) {
    boolean whole = instant.equals(instant.truncatedTo(ChronoUnit.MILLIS));
    return whole ? millisText(instant) : instant.toString();
  }

  /** The text of an instant, cut to milliseconds. */
  public static String millisText(Instant instant) {
    return new String(millis(instant), StandardCharsets.US_ASCII);
  }

  /** The same as ASCII. */
  public static byte[] millis(Instant instant) {
    long day = Math.floorDiv(instant.getEpochSecond(), SECONDS_PER_DAY);
    int second = Math.floorMod(instant.getEpochSecond(), SECONDS_PER_DAY);
    LocalDate date = LocalDate.ofEpochDay(day);
    if (date.getYear() < 0 || date.getYear() > LAST_YEAR) {
      return Ascii.bytes(instant.toString());
    }
    byte[] text = FORM.clone();
    digits(text, 0, 4, date.getYear());
    digits(text, 5, 2, date.getMonthValue());
    digits(text, 8, 2, date.getDayOfMonth());
    digits(text, 11, 2, second / 3600);
    digits(text, 14, 2, second / 60 % 60);
    digits(text, 17, 2, second % 60);
    digits(text, 20, 3, instant.getNano() / NANOS_PER_MILLI);
    return text;
  }

  private static void digits(byte[] text, int from, int count, int value) {
    int rest = value;
    for (int i = from + count - 1; i >= from; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
