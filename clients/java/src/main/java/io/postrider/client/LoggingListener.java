package io.postrider.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The default listener: logs every failure. An outage and a full queue are logged once when they
 * begin, not per call.
 */
final class LoggingListener implements DeliveryListener {
  private final Logger log;
  private final AtomicBoolean full = new AtomicBoolean();
  private final AtomicBoolean outage = new AtomicBoolean();

  LoggingListener(Logger log) {
    this.log = log;
  }

  @Override
  public void failed(List<QueuedMessage> messages, Failure failure) {
    if (failure.reason() == Failure.Reason.QUEUE_FULL && full.getAndSet(true)) {
      return;
    }
    log.log(
        Level.WARNING,
        "{0} not sent, starting with {1}. {2}",
        messages.size() == 1 ? "1 message" : messages.size() + " messages",
        messages.get(0),
        failure);
  }

  @Override
  public void delivered(List<QueuedMessage> messages) {
    full.set(false);
    if (outage.getAndSet(false)) {
      log.log(Level.INFO, "The service is available again.");
    }
  }

  @Override
  public void retrying(List<QueuedMessage> messages, Failure failure, Duration delay) {
    if (!outage.getAndSet(true)) {
      log.log(Level.WARNING, "Cannot send; retrying. {0}", failure);
    }
  }
}
