package io.postrider.server.alerts;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.server.alerts.api.NotificationResource;
import io.postrider.server.alerts.sql.SqlNotificationStore;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.config.Config;
import io.postrider.server.database.Database;
import io.postrider.server.database.Databases;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.overview.Figures;
import io.postrider.server.overview.OverviewResource;
import io.postrider.server.usage.IntakeCounters;
import io.postrider.server.usage.IntakeRecorder;
import io.postrider.server.usage.sql.SqlIntakeStore;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people are told of the whole: the overview, and notifications. */
public final class AlertsFeature {

  private final Config config;
  private final InstantSource time;
  private final NotificationStore notifications;

  /** Opens the database of notifications. */
  public AlertsFeature(Config config, InstantSource time, Databases databases) {
    this.config = config;
    this.time = time;
    this.notifications = new SqlNotificationStore(databases.catalog());
  }

  /** Starts to count what comes in. */
  public IntakeRecorder keepIntake(Database statistics, MeterRegistry metrics) {
    return new IntakeRecorder(new SqlIntakeStore(statistics), new IntakeCounters(metrics), time)
        .start();
  }

  /** Starts to watch destinations. */
  public AlertMonitor notifier(DeliveryService delivery, LiveCatalog catalog) {
    return AlertMonitor.start(
        notifications,
        Notices.mailer(delivery),
        config.notifications().recoveredAfter(),
        Notices.sights(delivery.inspection(), catalog),
        () -> catalog.current().workspace().notifications(),
        time);
  }

  /** The parts of the admin API. */
  public List<ApiRoutes> parts(
      LiveCatalog catalog,
      IntakeRecorder intake,
      @Nullable DeliveryService delivery,
      EmbeddedLog log) {
    Figures figures =
        new Figures(
            intake, delivery == null ? null : delivery.inspection(), catalog, log, log::state);
    return List.of(
        new OverviewResource(catalog, figures, time),
        new NotificationResource(Notices.list(notifications)));
  }
}
