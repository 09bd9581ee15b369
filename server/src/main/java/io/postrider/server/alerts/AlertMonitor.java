package io.postrider.server.alerts;

import io.postrider.id.DestinationId;
import io.postrider.route.Workspace.Notifications;
import io.postrider.server.background.BackgroundTask;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.delivery.DestinationStatus;
import io.postrider.server.delivery.DestinationStatuses;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The background task that checks all enabled destinations every few seconds and sends alerts. */
public final class AlertMonitor implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final int STEPS_PER_SWEEP = 720;

  private final NotificationDispatcher dispatcher;
  private final DestinationStatuses deliveries;
  private final LiveCatalog catalog;
  private final BooleanSupplier mine;
  private final InstantSource time;
  private final BackgroundTask task;
  private int steps;

  private AlertMonitor(
      NotificationDispatcher dispatcher,
      DestinationStatuses deliveries,
      LiveCatalog catalog,
      BooleanSupplier mine,
      InstantSource time) {
    this.dispatcher = dispatcher;
    this.deliveries = deliveries;
    this.catalog = catalog;
    this.mine = mine;
    this.time = time;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "notifications", "Cannot store notifications; retrying.")
                .backoff(INTERVAL, INTERVAL),
            this::step);
  }

  /**
   * Starts to check.
   *
   * @param mine whether this node is the one that notifies
   */
  static AlertMonitor start(
      NotificationDispatcher dispatcher,
      DestinationStatuses deliveries,
      LiveCatalog catalog,
      BooleanSupplier mine,
      InstantSource time) {
    AlertMonitor monitor = new AlertMonitor(dispatcher, deliveries, catalog, mine, time);
    monitor.task.start();
    return monitor;
  }

  private boolean step() {
    if (!mine.getAsBoolean()) {
      dispatcher.forget(); // another node goes on with what is stored
      return false;
    }
    Notifications settings = catalog.current().workspace().notifications();
    dispatcher.observe(observations(), settings, time.instant());
    dispatcher.post(settings, time.instant());
    if (steps % STEPS_PER_SWEEP == 0) {
      dispatcher.sweep(time.instant());
    }
    steps++;
    return false;
  }

  private List<Observation> observations() {
    Map<DestinationId, DestinationStatus> statuses = deliveries.statuses();
    return catalog.current().destinations().stream()
        .filter(destination -> destination.isEnabled())
        .map(destination -> Observation.of(destination, statuses.get(destination.id())))
        .toList();
  }

  @Override
  public void close() {
    task.close();
  }
}
