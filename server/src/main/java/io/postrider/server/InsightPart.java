package io.postrider.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.server.bridge.Figures;
import io.postrider.server.bridge.Notices;
import io.postrider.server.config.Config;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.insight.NotificationResource;
import io.postrider.server.control.insight.OverviewResource;
import io.postrider.server.deliver.DeliveryService;
import io.postrider.server.insight.IntakeCounters;
import io.postrider.server.insight.IntakeKeeper;
import io.postrider.server.notify.NotificationStore;
import io.postrider.server.notify.Notifier;
import io.postrider.server.store.Database;
import io.postrider.server.store.Schema;
import io.postrider.server.store.SqlIntakeStore;
import io.postrider.server.store.SqlNotificationStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people are told of the whole: the overview, and notifications. */
final class InsightPart implements AutoCloseable {

  private static final String NOTIFICATIONS_FILE = "notifications.db";

  private final Config config;
  private final InstantSource time;
  private final Database database;
  private final NotificationStore notifications;

  private InsightPart(Config config, InstantSource time, Database database) {
    this.config = config;
    this.time = time;
    this.database = database;
    this.notifications = new SqlNotificationStore(database);
  }

  /** Opens the database of notifications. */
  static InsightPart open(Config config, InstantSource time, Path folder) {
    return new InsightPart(
        config,
        time,
        Database.open(
            DeliveryPart.url(config, folder.resolve(NOTIFICATIONS_FILE)), Schema.NOTIFICATIONS));
  }

  /** Starts to count what comes in. */
  IntakeKeeper keepIntake(Database statistics, MeterRegistry metrics) {
    return new IntakeKeeper(new SqlIntakeStore(statistics), new IntakeCounters(metrics), time)
        .start();
  }

  /** Starts to watch destinations. */
  Notifier notifier(DeliveryService delivery, LiveCatalog catalog) {
    return Notifier.start(
        notifications,
        Notices.mailer(delivery),
        config.notifications().recoveredAfter(),
        Notices.sights(delivery.inspection(), catalog),
        () -> catalog.current().workspace().notifications(),
        time);
  }

  /** The parts of the admin API. */
  List<ApiPart> parts(
      LiveCatalog catalog,
      IntakeKeeper intake,
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
