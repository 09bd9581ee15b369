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
 * Keeps what {@link AlertPolicy} decides and posts it. Belongs to one thread; is told the time.
 *
 * <p>Decisions are kept with the trouble they follow from, in one transaction, before anything is
 * posted. So a crash neither forgets one nor decides it again; one that falls between the
 * operator's answer and its note posts that notification once more, under the same id.
 */
final class NotificationDispatcher {

  /** For how long a notification is tried. */
  static final Duration TRIED_FOR = Duration.ofHours(1);

  /** How long notifications are kept, and how many. */
  static final Duration KEPT_FOR = Duration.ofDays(90);

  static final int MOST_KEPT = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(NotificationDispatcher.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
  private static final int MOST_AT_ONCE = 100;
  private static final int MOST_DOUBLINGS = 10;
  private static final int IDS_PER_MILLI = 1_024;

  private final NotificationStore store;
  private final AlertSender mailer;
  private final Duration recoveredAfter;
  private @Nullable Map<DestinationId, Incident> troubles;
  private long newestId;
  private int failures;
  private Instant nextPost = Instant.MIN;

  /**
   * @param recoveredAfter how long a destination is well before its trouble is over
   */
  NotificationDispatcher(NotificationStore store, AlertSender mailer, Duration recoveredAfter) {
    this.store = store;
    this.mailer = mailer;
    this.recoveredAfter = recoveredAfter;
  }

  /** Looks at all destinations; those that are not among them are none of anybody's any more. */
  void look(Collection<Observation> sights, Notifications settings, Instant now) {
    AlertPolicy.Patience patience =
        new AlertPolicy.Patience(settings.failingAfter(), recoveredAfter);
    Map<DestinationId, Incident> known = troubles();
    List<NotificationStore.Change> changes = new ArrayList<>();
    long id = newestId;
    Set<DestinationId> gone = new HashSet<>(known.keySet());
    for (Observation sight : sights) {
      gone.remove(sight.destination());
      Incident before = known.get(sight.destination());
      AlertPolicy.Decision decision = AlertPolicy.decide(before, sight, now, patience);
      AlertPolicy.Notice notice = decision.notice();
      if (notice != null) {
        id = Math.max(id + 1, now.toEpochMilli() * IDS_PER_MILLI);
      }
      if (notice != null || !Objects.equals(before, decision.trouble())) {
        changes.add(
            new NotificationStore.Change(
                sight.destination(),
                decision.trouble(),
                notice == null ? null : notification(id, sight, notice, settings, now)));
      }
    }
    gone.forEach(destination -> changes.add(new NotificationStore.Change(destination, null, null)));
    if (!changes.isEmpty()) {
      store.keep(changes);
      changes.forEach(change -> apply(known, change));
      newestId = id;
    }
  }

  /** What is kept, read when it is first needed, which may be later than the start. */
  private Map<DestinationId, Incident> troubles() {
    Map<DestinationId, Incident> known = troubles;
    if (known == null) {
      known = new HashMap<>();
      for (Incident trouble : store.troubles()) {
        known.put(trouble.destination(), trouble);
      }
      newestId = store.newestId();
      troubles = known;
    }
    return known;
  }

  private static void apply(Map<DestinationId, Incident> known, NotificationStore.Change change) {
    Incident trouble = change.trouble();
    if (trouble == null) {
      known.remove(change.destination());
    } else {
      known.put(change.destination(), trouble);
    }
  }

  private static Notification notification(
      long id, Observation sight, AlertPolicy.Notice notice, Notifications settings, Instant now) {
    return new Notification(
        id,
        now,
        notice.kind(),
        sight.destination(),
        sight.name(),
        notice.message(),
        notice.since(),
        settings.url() == null ? Sent.OFF : Sent.WAITING);
  }

  /** Posts what waits, oldest first, unless the operator's URL is being left alone. */
  void post(Notifications settings, Instant now) {
    if (now.isBefore(nextPost)) {
      return;
    }
    for (Notification waiting : store.waiting(MOST_AT_ONCE)) {
      String url = settings.url();
      if (url == null) {
        store.note(waiting.id(), Sent.OFF);
      } else if (!now.isBefore(waiting.at().plus(TRIED_FOR))) {
        LOG.warn("A notification was not taken for an hour and is given up: {}", waiting.idText());
        store.note(waiting.id(), Sent.FAILED);
      } else if (!isTaken(url, settings.secret(), waiting, now)) {
        return;
      }
    }
  }

  private boolean isTaken(
      String url, @Nullable SharedSecret secret, Notification waiting, Instant now) {
    Optional<String> objection = mailer.post(url, secret, NotificationBody.of(waiting));
    if (objection.isPresent()) {
      if (failures == 0) {
        LOG.warn("A notification could not be posted and will be tried again: {}", objection.get());
      }
      nextPost = now.plus(pause(failures));
      failures++;
      return false;
    }
    store.note(waiting.id(), Sent.SENT);
    failures = 0;
    nextPost = Instant.MIN;
    return true;
  }

  /** How long the operator's URL is left alone after so many failures in a row. */
  static Duration pause(int failuresBefore) {
    Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(failuresBefore, MOST_DOUBLINGS));
    return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
  }

  /** Removes what nobody wants to see any more. */
  void sweep(Instant now) {
    store.sweep(now.minus(KEPT_FOR), MOST_KEPT);
  }
}
