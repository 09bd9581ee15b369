package io.postrider.server.alerts;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.server.alerts.api.NotificationResource;
import io.postrider.server.alerts.sql.SqlNotificationStore;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.config.Config;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.DeliveryFeature;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.overview.Figures;
import io.postrider.server.overview.OverviewResource;
import io.postrider.server.usage.IntakeCounters;
import io.postrider.server.usage.IntakeRecorder;
import io.postrider.server.usage.sql.SqlIntakeStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people are told of the whole: the overview, and notifications. */
public final class AlertsFeature implements AutoCloseable {

  private static final String NOTIFICATIONS_FILE = "notifications.db";

  private final Config config;
  private final InstantSource time;
  private final Database database;
  private final NotificationStore notifications;

  private AlertsFeature(Config config, InstantSource time, Database database) {
    this.config = config;
    this.time = time;
    this.database = database;
    this.notifications = new SqlNotificationStore(database);
  }

  /** Opens the database of notifications. */
  public static AlertsFeature open(Config config, InstantSource time, Path folder) {
    return new AlertsFeature(
        config,
        time,
        Database.open(
            DeliveryFeature.url(config, folder.resolve(NOTIFICATIONS_FILE)), Schema.NOTIFICATIONS));
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

  @Override
  public void close() {
    database.close();
  }
}
