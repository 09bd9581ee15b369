package io.postrider.server.alerts;

import io.postrider.delivery.Outcome;
import io.postrider.server.alerts.api.NotificationResource;
import io.postrider.server.alerts.sql.SqlNotificationStore;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.config.Config;
import io.postrider.server.database.Databases;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.delivery.SinglePost;
import io.postrider.server.http.admin.ApiRoutes;
import java.time.InstantSource;
import java.util.Optional;

/** Alerts about failing destinations: the database, the monitor and the admin API. */
public final class AlertsFeature {

  private final Config config;
  private final InstantSource time;
  private final NotificationStore notifications;

  /** Opens the database. */
  public AlertsFeature(Config config, InstantSource time, Databases databases) {
    this.config = config;
    this.time = time;
    this.notifications = new SqlNotificationStore(databases.catalog());
  }

  /** Starts monitoring destinations. */
  public AlertMonitor start(DeliveryService delivery, LiveCatalog catalog) {
    return AlertMonitor.start(
        new NotificationDispatcher(
            notifications, sender(delivery), config.notifications().recoveredAfter()),
        delivery.inspection(),
        catalog,
        time);
  }

  private static AlertSender sender(DeliveryService delivery) {
    SinglePost post = delivery.singlePost();
    return (url, secret, body) ->
        post.post(url, secret, body).outcome() instanceof Outcome.Failure failure
            ? Optional.of(failure.detail())
            : Optional.empty();
  }

  /** The admin API. */
  public ApiRoutes api() {
    return new NotificationResource(notifications);
  }
}
