package io.postrider.server.alerts;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides which alerts to send about one destination. Pure: the open incident and an observation
 * in, the incident from now on and possibly an alert out.
 *
 * <ul>
 *   <li>A destination that is observed failing opens an incident: alert at once.
 *   <li>An incident that lasts longer than the configured time: alert once more.
 *   <li>A destination that stays healthy for a while closes the incident: alert. A destination that
 *       alternates between failing and healthy stays in one incident and sends no further alert.
 *   <li>A destination that is paused, or was sent nothing since the start, changes nothing.
 * </ul>
 */
final class AlertPolicy {

  /**
   * When to send further alerts.
   *
   * @param failingAfter how long an incident lasts before the second alert
   * @param recoveredAfter how long a destination is healthy before the incident closes
   */
  record Thresholds(Duration failingAfter, Duration recoveredAfter) {}

  /** An alert to send. */
  record Alert(AlertKind kind, Instant since, String message) {}

  /**
   * What follows from an observation.
   *
   * @param incident from now on; null for none
   * @param alert the alert to send; null for none
   */
  record Decision(@Nullable Incident incident, @Nullable Alert alert) {}

  private AlertPolicy() {}

  /**
   * @param incident the open incident; null for none
   */
  static Decision decide(
      @Nullable Incident incident, Observation observation, Instant now, Thresholds thresholds) {
    return switch (observation.condition()) {
      case FAILING ->
          incident == null
              ? started(observation, now)
              : ongoing(incident, observation, now, thresholds);
      case HEALTHY ->
          incident == null ? nothing() : healthy(incident, observation, now, thresholds);
      case UNKNOWN ->
          incident == null || incident.healthySince() == null
              ? new Decision(incident, null)
              : healthy(incident, observation, now, thresholds);
    };
  }

  private static Decision nothing() {
    return new Decision(null, null);
  }

  private static Decision started(Observation observation, Instant now) {
    Instant seen = observation.since();
    Instant since = seen == null || seen.isAfter(now) ? now : seen;
    return new Decision(
        new Incident(observation.destination(), since, null, false),
        new Alert(
            AlertKind.FAILING,
            since,
            "Destination “%s” is failing.".formatted(observation.name()) + why(observation)));
  }

  private static Decision ongoing(
      Incident incident, Observation observation, Instant now, Thresholds thresholds) {
    boolean reminds =
        !incident.reminded()
            && Duration.between(incident.since(), now).compareTo(thresholds.failingAfter) >= 0;
    Incident still =
        new Incident(
            incident.destination(), incident.since(), null, incident.reminded() || reminds);
    if (!reminds) {
      return new Decision(still, null);
    }
    String message =
        "Destination “%s” has been failing for %s."
            .formatted(observation.name(), text(Duration.between(incident.since(), now)));
    return new Decision(
        still, new Alert(AlertKind.STILL_FAILING, incident.since(), message + why(observation)));
  }

  private static Decision healthy(
      Incident incident, Observation observation, Instant now, Thresholds thresholds) {
    Instant before = incident.healthySince();
    Instant healthySince = before == null ? now : before;
    if (Duration.between(healthySince, now).compareTo(thresholds.recoveredAfter) < 0) {
      return new Decision(
          new Incident(incident.destination(), incident.since(), healthySince, incident.reminded()),
          null);
    }
    String message =
        "Destination “%s” has recovered. It was failing for %s."
            .formatted(observation.name(), text(Duration.between(incident.since(), healthySince)));
    return new Decision(null, new Alert(AlertKind.RECOVERED, incident.since(), message));
  }

  private static String why(Observation observation) {
    return observation.lastError() == null ? "" : " " + observation.lastError();
  }

  /** A duration in its two largest units. */
  static String text(Duration time) {
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
