package io.postrider.server.alerts;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides what operators are told about one destination. Pure: the trouble so far and a sight in,
 * the trouble from now on and perhaps a notice out.
 *
 * <ul>
 *   <li>A destination that is seen failing is in trouble: told at once.
 *   <li>Trouble that lasts longer than operators said they want to know of is told once more.
 *   <li>Trouble is over, and that is told, when the destination has been well for a while without
 *       failing again. A destination that goes up and down is in one trouble all along, and tells
 *       nothing of it.
 *   <li>One that is paused, or that was not sent anything since the start, is neither well nor
 *       failing: all stays as it is.
 * </ul>
 */
public final class AlertPolicy {

  /**
   * How long it takes until more is told.
   *
   * @param failingAfter how long trouble lasts before it is told again
   * @param recoveredAfter how long a destination is well before trouble is over
   */
  record Patience(Duration failingAfter, Duration recoveredAfter) {}

  /** Something to tell. */
  record Notice(AlertKind kind, Instant since, String message) {}

  /**
   * What follows from a sight.
   *
   * @param trouble from now on; null for none
   * @param notice what to tell; null for nothing
   */
  record Decision(@Nullable Incident trouble, @Nullable Notice notice) {}

  private AlertPolicy() {}

  /**
   * Decides.
   *
   * @param trouble so far; null for none
   */
  static Decision decide(
      @Nullable Incident trouble, Observation sight, Instant now, Patience patience) {
    return switch (sight.condition()) {
      case FAILING -> trouble == null ? begun(sight, now) : goingOn(trouble, sight, now, patience);
      case WELL -> trouble == null ? nothing() : well(trouble, sight, now, patience);
      case UNKNOWN ->
          trouble == null || trouble.wellSince() == null
              ? new Decision(trouble, null)
              : well(trouble, sight, now, patience);
    };
  }

  private static Decision nothing() {
    return new Decision(null, null);
  }

  private static Decision begun(Observation sight, Instant now) {
    Instant seen = sight.since();
    Instant since = seen == null || seen.isAfter(now) ? now : seen;
    return new Decision(
        new Incident(sight.destination(), since, null, false),
        new Notice(
            AlertKind.FAILING,
            since,
            "“%s” takes nothing it is sent.".formatted(sight.name()) + why(sight)));
  }

  private static Decision goingOn(
      Incident trouble, Observation sight, Instant now, Patience patience) {
    boolean tellsLong =
        !trouble.longTold()
            && Duration.between(trouble.since(), now).compareTo(patience.failingAfter) >= 0;
    Incident still =
        new Incident(trouble.destination(), trouble.since(), null, trouble.longTold() || tellsLong);
    if (!tellsLong) {
      return new Decision(still, null);
    }
    String message =
        "“%s” takes nothing it is sent for %s now."
            .formatted(sight.name(), words(Duration.between(trouble.since(), now)));
    return new Decision(
        still, new Notice(AlertKind.STILL_FAILING, trouble.since(), message + why(sight)));
  }

  private static Decision well(
      Incident trouble, Observation sight, Instant now, Patience patience) {
    Instant before = trouble.wellSince();
    Instant wellSince = before == null ? now : before;
    if (Duration.between(wellSince, now).compareTo(patience.recoveredAfter) < 0) {
      return new Decision(
          new Incident(trouble.destination(), trouble.since(), wellSince, trouble.longTold()),
          null);
    }
    String message =
        "“%s” takes messages again. It did not for %s."
            .formatted(sight.name(), words(Duration.between(trouble.since(), wellSince)));
    return new Decision(null, new Notice(AlertKind.RECOVERED, trouble.since(), message));
  }

  private static String why(Observation sight) {
    return sight.words() == null ? "" : " " + sight.words();
  }

  /** An amount of time as people say it: in its two largest units. */
  static String words(Duration time) {
    long minutes = Math.max(0, time.toMinutes());
    if (minutes == 0) {
      return "less than a minute";
    }
    if (minutes < 60) {
      return minutes + " min";
    }
    if (minutes < 24 * 60) {
      return minutes / 60 + " h " + minutes % 60 + " min";
    }
    return minutes / (24 * 60) + " d " + minutes / 60 % 24 + " h";
  }
}
