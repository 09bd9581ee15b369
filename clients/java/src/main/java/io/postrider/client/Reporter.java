package io.postrider.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** Reporter to the listener and to the debug log. Catches what a listener throws. */
final class Reporter {
  private final DeliveryListener listener;
  private final Logger log;
  private final boolean verbose;

  Reporter(DeliveryListener listener, Logger log, boolean verbose) {
    this.listener = listener;
    this.log = log;
    this.verbose = verbose;
  }

  void sending(List<QueuedMessage> batch, int bytes, int attempt) {
    debug("sending {0} messages, {1} bytes, attempt {2}", batch.size(), bytes, attempt);
  }

  void delivered(List<QueuedMessage> messages) {
    debug("{0} messages accepted", messages.size());
    guarded(() -> listener.delivered(Collections.unmodifiableList(messages)));
  }

  void failed(List<QueuedMessage> messages, Failure failure) {
    debug("{0} messages failed. {1}", messages.size(), failure);
    guarded(() -> listener.failed(Collections.unmodifiableList(messages), failure));
  }

  void retrying(List<QueuedMessage> messages, Failure failure, Duration delay) {
    debug("retrying in {0}. {1}", delay, failure);
    guarded(() -> listener.retrying(Collections.unmodifiableList(messages), failure, delay));
  }

  private void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error e) {
      log.log(Level.ERROR, "The delivery listener failed.", e);
    }
  }

  private void debug(String format, Object... values) {
    if (verbose) {
      System.err.println("postrider " + MessageFormat.format(format, values));
    } else {
      log.log(Level.DEBUG, format, values);
    }
  }
}
