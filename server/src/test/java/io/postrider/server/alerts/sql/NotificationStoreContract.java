package io.postrider.server.alerts.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.id.DestinationId;
import io.postrider.server.alerts.AlertKind;
import io.postrider.server.alerts.Incident;
import io.postrider.server.alerts.Notification;
import io.postrider.server.alerts.Notification.Sent;
import io.postrider.server.alerts.NotificationStore;
import io.postrider.server.alerts.NotificationStore.Change;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The behaviour of notification stores on every database. */
abstract class NotificationStoreContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final DestinationId ONE = new DestinationId(-1);
  private static final DestinationId OTHER = new DestinationId(2);

  private Database database;
  private NotificationStore store;

  /** An empty database; the same one at every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.NOTIFICATIONS);
    store = new SqlNotificationStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Notification notification(long id, Sent sent) {
    return new Notification(
        id,
        NOON.plusSeconds(id),
        AlertKind.STILL_FAILING,
        ONE,
        "A “name” \ud83d\ude00",
        "in words",
        NOON,
        sent);
  }

  private void save(Notification... notifications) {
    for (Notification notification : notifications) {
      store.save(List.of(new Change(ONE, null, notification)));
    }
  }

  @Test
  void incidents_areSavedChangedAndClosed() {
    Incident failing = new Incident(ONE, NOON, null, false);
    Incident other = new Incident(OTHER, NOON, NOON.plusSeconds(5), true);
    store.save(List.of(new Change(ONE, failing, null), new Change(OTHER, other, null)));
    close();
    open();
    assertThat(store.incidents()).containsExactlyInAnyOrder(failing, other);
    Incident well = new Incident(ONE, NOON, NOON.plusSeconds(9), false);
    store.save(List.of(new Change(ONE, well, null), new Change(OTHER, null, null)));
    assertThat(store.incidents()).containsExactly(well);
  }

  @Test
  void changes_areAtomic() {
    save(notification(7, Sent.OFF));
    Change good = new Change(ONE, new Incident(ONE, NOON, null, false), null);
    Change idTaken = new Change(OTHER, null, notification(7, Sent.WAITING));
    assertThatThrownBy(() -> store.save(List.of(good, idTaken)))
        .isInstanceOf(RuntimeException.class);
    assertThat(store.incidents()).isEmpty();
    assertThat(store.waiting(10)).isEmpty();
  }

  @Test
  void notifications_waitUntilTheyAreUpdated() {
    assertThat(store.newestId()).isZero();
    save(notification(3, Sent.WAITING), notification(1, Sent.WAITING), notification(2, Sent.OFF));
    assertThat(store.newestId()).isEqualTo(3);
    assertThat(store.waiting(10)).extracting(Notification::id).containsExactly(1L, 3L);
    assertThat(store.waiting(1)).extracting(Notification::id).containsExactly(1L);
    store.update(1, Sent.SENT);
    close();
    open();
    assertThat(store.waiting(10)).containsExactly(notification(3, Sent.WAITING));
    store.update(3, Sent.FAILED);
    assertThat(store.page(Long.MAX_VALUE, 10).items())
        .extracting(Notification::sent)
        .containsExactly(Sent.FAILED, Sent.OFF, Sent.SENT);
  }

  @Test
  void pages_areNewestFirst() {
    save(notification(1, Sent.OFF), notification(2, Sent.OFF), notification(3, Sent.OFF));
    Slice<Notification> first = store.page(Long.MAX_VALUE, 2);
    assertThat(first.items()).extracting(Notification::id).containsExactly(3L, 2L);
    assertThat(first.next()).isEqualTo(2);
    Slice<Notification> last = store.page(2, 2);
    assertThat(last.items()).containsExactly(notification(1, Sent.OFF));
    assertThat(last.next()).isNull();
    assertThat(store.page(Long.MAX_VALUE, 3).next()).isNull();
  }

  @Test
  void sweep_removesOldAndSurplusNotifications() {
    save(notification(1, Sent.OFF), notification(2, Sent.OFF), notification(3, Sent.OFF));
    store.sweep(NOON.plusSeconds(2), 10);
    assertThat(store.page(Long.MAX_VALUE, 10).items()).hasSize(2);
    save(notification(4, Sent.OFF));
    store.sweep(NOON.minus(Duration.ofDays(1)), 3);
    assertThat(store.page(Long.MAX_VALUE, 10).items()).hasSize(3);
    store.sweep(NOON.minus(Duration.ofDays(1)), 2);
    assertThat(store.page(Long.MAX_VALUE, 10).items())
        .extracting(Notification::id)
        .containsExactly(4L, 3L);
  }
}
