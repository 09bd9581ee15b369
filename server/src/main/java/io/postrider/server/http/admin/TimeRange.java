package io.postrider.server.http.admin;

import io.postrider.server.database.TimeStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The time range of a request for statistics, and its steps.
 *
 * @param from the start of a step
 */
public record TimeRange(Instant from, Instant to, TimeStep step) {

  /** The largest number of steps. */
  public static final int MAX_STEPS = 3_000;

  private static final Duration DEFAULT_RANGE = Duration.ofHours(1);
  private static final Duration MAX_BY_MINUTE = Duration.ofDays(1);

  /** Reads {@code from}, {@code to} and {@code step}, and nothing else. */
  public static TimeRange of(ApiRequest call, Instant now) {
    return of(Query.of(call), now);
  }

  /** Reads the last parameters of a query, which is checked then. */
  public static TimeRange of(Query query, Instant now) {
    Instant askedFrom = query.parameter("from", TimeText::parse, "must be " + TimeText.EXPECTED);
    Instant askedTo = query.parameter("to", TimeText::parse, "must be " + TimeText.EXPECTED);
    TimeStep askedStep = query.parameter("step", TimeStep::parse, "must be minute or hour");
    query.check();
    Instant to = askedTo == null ? now : askedTo;
    Instant from = askedFrom == null ? to.minus(DEFAULT_RANGE) : askedFrom;
    TimeStep step = askedStep == null ? usual(from, to) : askedStep;
    check(from, to, step);
    return new TimeRange(step.start(from), to, step);
  }

  private static TimeStep usual(Instant from, Instant to) {
    return Duration.between(from, to).compareTo(MAX_BY_MINUTE) <= 0
        ? TimeStep.MINUTE
        : TimeStep.HOUR;
  }

  private static void check(Instant from, Instant to, TimeStep step) {
    if (!from.isBefore(to)) {
      throw ApiException.invalid(List.of(new FieldError("from", "must be before to")));
    }
    if (Duration.between(from, to).compareTo(step.length().multipliedBy(MAX_STEPS)) > 0) {
      throw ApiException.invalid(
          List.of(
              new FieldError(
                  "from",
                  "must be at most %,d steps before to; use a shorter range or step=hour"
                      .formatted(MAX_STEPS))));
    }
  }

  /** The start of each step. */
  public List<Instant> starts() {
    List<Instant> starts = new ArrayList<>();
    for (Instant at = from; at.isBefore(to); at = at.plus(step.length())) {
      starts.add(at);
    }
    return starts;
  }
}
