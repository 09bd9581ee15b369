package io.postrider.server.alerts;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Slice;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores notifications and open incidents. Every call may block and may throw. */
public interface NotificationStore {

  /**
   * A change of one destination's incident.
   *
   * @param incident from now on; null for none
   * @param notification to store with it; null for none
   */
  record Change(
      DestinationId destination,
      @Nullable Incident incident,
      @Nullable Notification notification) {}

  List<Incident> incidents();

  /** The ID of the newest notification, or 0. */
  long newestId();

  /** Stores changes in one transaction. */
  void save(List<Change> changes);

  /** Notifications to be posted, oldest first. */
  List<Notification> waiting(int most);

  /** Sets whether a notification was posted. */
  void update(long id, Notification.Sent sent);

  /** Notifications with smaller IDs, newest first. */
  Slice<Notification> page(long beforeId, int limit);

  /** Deletes notifications from before a time, and all but the newest {@code most}. */
  void sweep(Instant before, int most);
}
