package io.postrider.server.alerts;

import io.postrider.route.Workspace.Notifications;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that looks at destinations every few seconds and tells operators about them. */
public final class AlertMonitor implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AlertMonitor.class);
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int INTERVALS_PER_SWEEP = 720;

  private final NotificationDispatcher desk;
  private final Supplier<Collection<Observation>> sights;
  private final Supplier<Notifications> settings;
  private final InstantSource time;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;
  private boolean troubled;

  private AlertMonitor(
      NotificationDispatcher desk,
      Supplier<Collection<Observation>> sights,
      Supplier<Notifications> settings,
      InstantSource time) {
    this.desk = desk;
    this.sights = sights;
    this.settings = settings;
    this.time = time;
    this.thread = Thread.ofPlatform().name("notifications").unstarted(this::run);
  }

  /**
   * Starts to look.
   *
   * @param recoveredAfter how long a destination is well before its trouble is over
   * @param sights what is seen of every destination that is to be looked at
   * @param settings as they are now
   */
  public static AlertMonitor start(
      NotificationStore store,
      AlertSender mailer,
      Duration recoveredAfter,
      Supplier<Collection<Observation>> sights,
      Supplier<Notifications> settings,
      InstantSource time) {
    AlertMonitor notifier =
        new AlertMonitor(
            new NotificationDispatcher(store, mailer, recoveredAfter), sights, settings, time);
    notifier.thread.start();
    return notifier;
  }

  private void run() {
    try {
      for (int interval = 0;
          !stopping.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
          interval++) {
        turn(interval % INTERVALS_PER_SWEEP == 0);
      }
    } catch (InterruptedException asked) {
      // stopped
    }
  }

  private void turn(boolean sweeps) {
    try {
      Notifications now = settings.get();
      desk.look(sights.get(), now, time.instant());
      desk.post(now, time.instant());
      if (sweeps) {
        desk.sweep(time.instant());
      }
      troubled = false;
    } catch (RuntimeException failed) {
      if (!troubled) {
        troubled = true;
        LOG.atWarn()
            .addKeyValue("reason", failed.getMessage())
            .log("Notifications cannot be kept now; operators are told later.");
      }
    }
  }

  @Override
  public void close() {
    stopping.countDown();
    try {
      thread.join(PATIENCE);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }
}
