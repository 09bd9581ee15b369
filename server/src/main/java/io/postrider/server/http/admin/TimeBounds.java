package io.postrider.server.http.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The times that a request selects from a list: the parameters {@code from} and {@code to}. Valid
 * once the query is checked. Immutable.
 *
 * @param from the earliest time; null for any
 * @param to the end, exclusive; null for none
 */
public record TimeBounds(@Nullable Instant from, @Nullable Instant to) {

  public static TimeBounds of(Query query) {
    String expected = "must be " + TimeText.EXPECTED;
    return new TimeBounds(
        query.parameter("from", TimeText::parse, expected),
        query.parameter("to", TimeText::parse, expected));
  }

  /** Whether a time is within the bounds; an unknown one is only without bounds. */
  public boolean contain(@Nullable Instant time) {
    if (time == null) {
      return from == null && to == null;
    }
    return (from == null || !time.isBefore(from)) && (to == null || time.isBefore(to));
  }
}
