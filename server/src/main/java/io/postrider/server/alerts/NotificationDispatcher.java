package io.postrider.server.alerts;

import io.postrider.id.DestinationId;
import io.postrider.route.SharedSecret;
import io.postrider.route.Workspace.Notifications;
import io.postrider.server.alerts.Notification.Sent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the alerts that {@link AlertPolicy} decides on, and posts them. Belongs to one thread; is
 * told the time.
 *
 * <p>An alert is stored in one transaction with the incident it follows from, before it is posted.
 * So a crash neither loses an alert nor decides on it twice. A crash between the operator's
 * response and the update of the row posts that notification again, under the same ID.
 */
final class NotificationDispatcher {

  /** How long posting a notification is retried. */
  static final Duration RETRY_FOR = Duration.ofHours(1);

  /** How long notifications are stored, and how many. */
  static final Duration RETENTION = Duration.ofDays(90);

  static final int MAX_STORED = 10_000;

  /** Posts a body to the operator's URL. Blocks for a few seconds at most. */
  interface Sender {

    /** Posts; returns the error text, without secrets, or empty on success. */
    Optional<String> post(String url, @Nullable SharedSecret secret, byte[] body);
  }

  private static final Logger LOG = LoggerFactory.getLogger(NotificationDispatcher.class);
  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(5);
  private static final Duration MAX_BACKOFF = Duration.ofMinutes(5);
  private static final int BATCH = 100;
  private static final int MAX_DOUBLINGS = 10;
  private static final int IDS_PER_MILLI = 1_024;

  private final NotificationStore store;
  private final Sender sender;
  private final Duration recoveredAfter;
  private @Nullable Map<DestinationId, Incident> incidents;
  private long newestId;
  private int failures;
  private Instant nextPost = Instant.MIN;

  /**
   * @param recoveredAfter how long a destination is healthy before its incident closes
   */
  NotificationDispatcher(NotificationStore store, Sender sender, Duration recoveredAfter) {
    this.store = store;
    this.sender = sender;
    this.recoveredAfter = recoveredAfter;
  }

  /** Checks all destinations; closes the incidents of those that are not among them. */
  void observe(Collection<Observation> observations, Notifications settings, Instant now) {
    AlertPolicy.Thresholds thresholds =
        new AlertPolicy.Thresholds(settings.failingAfter(), recoveredAfter);
    Map<DestinationId, Incident> known = incidents();
    List<NotificationStore.Change> changes = new ArrayList<>();
    long id = newestId;
    Set<DestinationId> removed = new HashSet<>(known.keySet());
    for (Observation observation : observations) {
      removed.remove(observation.destination());
      Incident before = known.get(observation.destination());
      AlertPolicy.Decision decision = AlertPolicy.decide(before, observation, now, thresholds);
      AlertPolicy.Alert alert = decision.alert();
      if (alert != null) {
        id = Math.max(id + 1, now.toEpochMilli() * IDS_PER_MILLI);
      }
      if (alert != null || !Objects.equals(before, decision.incident())) {
        changes.add(
            new NotificationStore.Change(
                observation.destination(),
                decision.incident(),
                alert == null ? null : notification(id, observation, alert, settings, now)));
      }
    }
    removed.forEach(
        destination -> changes.add(new NotificationStore.Change(destination, null, null)));
    if (!changes.isEmpty()) {
      store.save(changes);
      changes.forEach(change -> apply(known, change));
      newestId = id;
    }
  }

  /** Reads the open incidents again when they are next needed. */
  void forget() {
    incidents = null;
  }

  /** The open incidents, loaded on first use, which may be later than the start. */
  private Map<DestinationId, Incident> incidents() {
    Map<DestinationId, Incident> known = incidents;
    if (known == null) {
      known = new HashMap<>();
      for (Incident incident : store.incidents()) {
        known.put(incident.destination(), incident);
      }
      newestId = store.newestId();
      incidents = known;
    }
    return known;
  }

  private static void apply(Map<DestinationId, Incident> known, NotificationStore.Change change) {
    Incident incident = change.incident();
    if (incident == null) {
      known.remove(change.destination());
    } else {
      known.put(change.destination(), incident);
    }
  }

  private static Notification notification(
      long id,
      Observation observation,
      AlertPolicy.Alert alert,
      Notifications settings,
      Instant now) {
    return new Notification(
        id,
        now,
        alert.kind(),
        observation.destination(),
        observation.name(),
        alert.message(),
        alert.since(),
        settings.url() == null ? Sent.OFF : Sent.WAITING);
  }

  /** Posts waiting notifications, oldest first, unless the last failure was too recent. */
  void post(Notifications settings, Instant now) {
    // a time beyond the longest back-off means that the clock was set back
    if (now.isBefore(nextPost) && !nextPost.isAfter(now.plus(MAX_BACKOFF))) {
      return;
    }
    for (Notification waiting : store.waiting(BATCH)) {
      String url = settings.url();
      if (url == null) {
        store.update(waiting.id(), Sent.OFF);
      } else if (!now.isBefore(waiting.at().plus(RETRY_FOR))) {
        LOG.warn("Giving up on notification {} after an hour of failed posts.", waiting.idText());
        store.update(waiting.id(), Sent.FAILED);
      } else if (!posted(url, settings.secret(), waiting, now)) {
        return;
      }
    }
  }

  private boolean posted(
      String url, @Nullable SharedSecret secret, Notification waiting, Instant now) {
    Optional<String> error = sender.post(url, secret, NotificationView.body(waiting));
    if (error.isPresent()) {
      if (failures == 0) {
        LOG.warn("Cannot post a notification; retrying: {}", error.get());
      }
      nextPost = now.plus(backoff(failures));
      failures++;
      return false;
    }
    store.update(waiting.id(), Sent.SENT);
    failures = 0;
    nextPost = Instant.MIN;
    return true;
  }

  /** The back-off after a number of failures in a row. */
  static Duration backoff(int failuresBefore) {
    Duration doubled = FIRST_BACKOFF.multipliedBy(1L << Math.min(failuresBefore, MAX_DOUBLINGS));
    return doubled.compareTo(MAX_BACKOFF) < 0 ? doubled : MAX_BACKOFF;
  }

  void sweep(Instant now) {
    store.sweep(now.minus(RETENTION), MAX_STORED);
  }
}
