package io.postrider.server.alerts;

import io.postrider.server.database.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Notifications in memory, for tests of the admin API. */
public final class FakeNotificationStore implements NotificationStore {

  private final List<Notification> stored = new ArrayList<>();

  @Override
  public List<Incident> incidents() {
    return List.of();
  }

  @Override
  public long newestId() {
    return stored.stream().mapToLong(Notification::id).max().orElse(0);
  }

  @Override
  public synchronized void save(List<Change> changes) {
    for (Change change : changes) {
      if (change.notification() != null) {
        stored.add(change.notification());
      }
    }
  }

  @Override
  public List<Notification> waiting(int most) {
    return List.of();
  }

  @Override
  public void update(long id, Notification.Sent sent) {
    throw new UnsupportedOperationException();
  }

  @Override
  public synchronized Slice<Notification> page(long beforeId, int limit) {
    List<Notification> found =
        stored.stream()
            .filter(notification -> notification.id() < beforeId)
            .sorted(Comparator.comparingLong(Notification::id).reversed())
            .toList();
    return Slice.of(found, limit, Notification::id);
  }

  @Override
  public void sweep(Instant before, int most) {
    throw new UnsupportedOperationException();
  }
}
