package io.postrider.server.alerts;

import io.postrider.delivery.Outcome;
import io.postrider.server.NodeContext;
import io.postrider.server.alerts.api.NotificationResource;
import io.postrider.server.alerts.sql.SqlNotificationStore;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.delivery.DeliveryFeature;
import io.postrider.server.delivery.SinglePost;
import io.postrider.server.http.admin.ApiRoutes;
import java.util.List;
import java.util.Optional;

/** Alerts about failing destinations: the monitor and the admin API. */
public final class AlertsFeature {

  /** The job of which one of several nodes has the lease. */
  private static final String JOB = "notifications";

  private final NotificationStore notifications;

  private AlertsFeature(NotificationStore notifications) {
    this.notifications = notifications;
  }

  /** Starts monitoring destinations if this node delivers. */
  public static AlertsFeature open(
      NodeContext node, LiveCatalog catalog, DeliveryFeature delivery) {
    NotificationStore store = new SqlNotificationStore(node.databases().catalog());
    delivery
        .service()
        .ifPresent(
            service ->
                node.closing()
                    .add(
                        AlertMonitor.start(
                            new NotificationDispatcher(
                                store,
                                sender(service.singlePost()),
                                node.config().notifications().recoveredAfter()),
                            service.statuses(),
                            catalog,
                            node.jobs().job(JOB),
                            node.time())));
    return new AlertsFeature(store);
  }

  private static NotificationDispatcher.Sender sender(SinglePost post) {
    return (url, secret, body) ->
        post.post(url, secret, body).outcome() instanceof Outcome.Failure failure
            ? Optional.of(failure.detail())
            : Optional.empty();
  }

  public List<ApiRoutes> routes() {
    return List.of(new NotificationResource(notifications));
  }
}
