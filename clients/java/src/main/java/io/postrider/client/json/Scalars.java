package io.postrider.client.json;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Writes values that are not containers. The most frequent types are checked first. */
final class Scalars {
  private static final int BITS_PER_DIGIT = 3;
  private static final int MAX_DIGITS = 65_536;

  private Scalars() {}

  /** Writes a value; returns false if it is not a scalar. */
  static boolean write(JsonWriter out, @Nullable Object value) {
    if (value == null) {
      out.ascii("null");
    } else if (value instanceof CharSequence) {
      out.string((CharSequence) value);
    } else if (value instanceof Number) {
      number(out, (Number) value);
    } else if (value instanceof Boolean) {
      out.ascii((Boolean) value ? "true" : "false");
    } else if (value instanceof Enum) {
      out.string(((Enum<?>) value).name());
    } else {
      String text = text(value);
      if (text == null) {
        return wrapped(out, value);
      }
      out.string(text);
    }
    return true;
  }

  private static void number(JsonWriter out, Number value) {
    if (value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte) {
      out.integer(value.longValue());
    } else if (value instanceof Double) {
      finite(out, value.doubleValue());
      Decimals.write(out, value.doubleValue());
    } else if (value instanceof Float) {
      finite(out, value.doubleValue());
      Decimals.write(out, value.floatValue());
    } else if (value instanceof BigInteger) {
      bounded(out, (BigInteger) value);
      out.ascii(value.toString());
    } else if (value instanceof BigDecimal) {
      bounded(out, ((BigDecimal) value).unscaledValue());
      out.ascii(value.toString());
    } else {
      otherNumber(out, value);
    }
  }

  private static void finite(JsonWriter out, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw out.problem("is " + value + ", which JSON cannot represent");
    }
  }

  /** Formatting takes time that grows with the square of the digits. */
  private static void bounded(JsonWriter out, BigInteger digits) {
    if (digits.bitLength() / BITS_PER_DIGIT > MAX_DIGITS) {
      throw out.problem("has more than " + MAX_DIGITS / 2 + " digits");
    }
  }

  /** Other numbers, such as counters: their text if it is a number, else their double value. */
  private static void otherNumber(JsonWriter out, Number value) {
    double approximate = value.doubleValue();
    finite(out, approximate);
    String text = value.toString();
    try {
      BigDecimal exact = new BigDecimal(text);
      if (exact.doubleValue() == approximate) {
        out.ascii(exact.toString());
        return;
      }
    } catch (NumberFormatException e) {
      // toString() is not a number
    }
    Decimals.write(out, approximate);
  }

  @SuppressWarnings("JavaUtilDate") // the caller's type
  private static @Nullable String text(Object value) {
    if (value instanceof UUID
        || value instanceof URI
        || value instanceof URL
        || value instanceof Path // also an Iterable that contains itself
        || value instanceof File
        || value instanceof Character
        || value instanceof Currency
        || value instanceof ZoneId
        || value instanceof TemporalAmount) {
      return value.toString();
    }
    if (value instanceof TemporalAccessor) {
      return temporal((TemporalAccessor) value);
    }
    if (value instanceof Date) {
      if (isSqlDateOrTime((Date) value)) {
        return value.toString();
      }
      return Iso8601.text(Instant.ofEpochMilli(((Date) value).getTime()));
    }
    if (value instanceof Calendar) {
      return Iso8601.text(((Calendar) value).toInstant());
    }
    if (value instanceof Locale) {
      return ((Locale) value).toLanguageTag();
    }
    if (value instanceof TimeZone) {
      return ((TimeZone) value).getID();
    }
    if (value instanceof InetAddress) {
      return ((InetAddress) value).getHostAddress();
    }
    return null;
  }

  /**
   * Whether a value is a {@code java.sql.Date} or {@code Time}, which is not an instant: as one it
   * would be another day in another time zone. Compares names, because the module {@code java.sql}
   * is optional.
   */
  @SuppressWarnings("JavaUtilDate") // the caller's type
  private static boolean isSqlDateOrTime(Date value) {
    for (Class<?> type = value.getClass(); type != Date.class; type = type.getSuperclass()) {
      if (type.getName().equals("java.sql.Date") || type.getName().equals("java.sql.Time")) {
        return true;
      }
    }
    return false;
  }

  private static String temporal(TemporalAccessor value) {
    if (value instanceof Instant) {
      return Iso8601.text((Instant) value);
    }
    if (value instanceof ZonedDateTime || value instanceof OffsetDateTime) {
      return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(value);
    }
    return value.toString();
  }

  /** Types that wrap another value. */
  private static boolean wrapped(JsonWriter out, Object value) {
    if (value instanceof Optional) {
      out.held(((Optional<?>) value).orElse(null));
    } else if (value instanceof OptionalInt) {
      OptionalInt held = (OptionalInt) value;
      out.held(held.isPresent() ? held.getAsInt() : null);
    } else if (value instanceof OptionalLong) {
      OptionalLong held = (OptionalLong) value;
      out.held(held.isPresent() ? held.getAsLong() : null);
    } else if (value instanceof OptionalDouble) {
      OptionalDouble held = (OptionalDouble) value;
      out.held(held.isPresent() ? held.getAsDouble() : null);
    } else if (value instanceof AtomicBoolean) {
      out.held(((AtomicBoolean) value).get());
    } else if (value instanceof AtomicReference) {
      out.held(((AtomicReference<?>) value).get());
    } else {
      return false;
    }
    return true;
  }
}
