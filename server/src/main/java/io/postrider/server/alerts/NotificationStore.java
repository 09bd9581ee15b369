package io.postrider.server.alerts;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Slice;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where it is kept what operators were told. Every call may block, and throw if it is away. */
public interface NotificationStore {

  /**
   * What has changed for a destination.
   *
   * @param trouble from now on; null for none
   * @param notification to be kept with it; null for none
   */
  record Change(
      DestinationId destination, @Nullable Incident trouble, @Nullable Notification notification) {}

  /** The troubles that are not over. */
  List<Incident> troubles();

  /** The id of the newest notification, or 0. */
  long newestId();

  /** Keeps changes, all of them or none: what was told is told, and never twice. */
  void keep(List<Change> changes);

  /** Notifications that wait to be posted, oldest first. */
  List<Notification> waiting(int most);

  /** Notes what became of a notification. */
  void note(long id, Notification.Sent sent);

  /** Notifications whose ids are smaller than one, newest first. */
  Slice<Notification> page(long beforeId, int limit);

  /** Removes what is from before a time, and the oldest of more than so many. */
  void sweep(Instant before, int most);
}
