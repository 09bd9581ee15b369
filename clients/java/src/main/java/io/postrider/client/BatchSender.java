package io.postrider.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the queued messages in batches, retries, and reports the outcome. Runs on the client's
 * thread.
 *
 * <p>A batch that has to be retried blocks the following ones, so messages arrive in order and at
 * most one request is in flight. A message has the same ID in every attempt, so the service stores
 * it once; only {@code sentAt} changes.
 */
final class BatchSender implements Runnable {
  private final MessageQueue queue;
  private final Transport transport;
  private final Time time;
  private final DoubleSupplier random;
  private final Duration retryFor;
  private final Reporter reporter;

  BatchSender(
      MessageQueue queue,
      Transport transport,
      Time time,
      DoubleSupplier random,
      Duration retryFor,
      Reporter reporter) {
    this.queue = queue;
    this.transport = transport;
    this.time = time;
    this.random = random;
    this.retryFor = retryFor;
    this.reporter = reporter;
  }

  @Override
  public void run() {
    try {
      for (List<QueuedMessage> batch = next(); batch != null; batch = next()) {
        SendResult result = deliver(batch);
        queue.countLost(result.lost(batch.size()));
        // Free the queue first, so that a listener may enqueue messages. Settle last, so that a
        // flush returns only after the listener was called.
        queue.free(batch);
        report(batch, result);
        queue.settle(batch);
      }
    } finally {
      queue.end();
    }
  }

  private @Nullable List<QueuedMessage> next() {
    while (true) {
      try {
        return queue.take();
      } catch (InterruptedException e) {
        // only close ends this thread, and the queue signals it
      }
    }
  }

  /** Sends a batch until the service accepts or rejects it, or retrying ends. */
  private SendResult deliver(List<QueuedMessage> batch) {
    long start = time.nanos();
    for (int attempt = 1; ; attempt++) {
      if (queue.isAborted()) {
        return SendResult.closed("The client was closed before these messages were sent.");
      }
      SendResult result = attempt(batch, attempt);
      Failure failure = result.failure();
      if (failure == null || !result.mayRetry()) {
        return result;
      }
      if (queue.isAborted()) {
        return SendResult.closed(
            "The client was closed while these messages could not be sent. " + failure);
      }
      Duration delay = Backoff.delay(attempt, result.retryAfter(), random.getAsDouble());
      if (time.nanos() - start + delay.toNanos() > retryFor.toNanos()) {
        return result.afterAttempts(attempt);
      }
      reporter.retrying(batch, failure, delay);
      if (!pause(delay)) {
        return SendResult.closed(
            "The client was closed while these messages could not be sent. " + failure);
      }
    }
  }

  private SendResult attempt(List<QueuedMessage> batch, int attempt) {
    try {
      byte[] body = Envelope.body(batch, time.now());
      reporter.sending(batch, body.length, attempt);
      return transport.post(body, batch.size());
    } catch (InterruptedException e) {
      return SendResult.none(e); // outcome unknown; retried unless aborted
    } catch (RuntimeException e) {
      return SendResult.impossible(e); // a bug in this library or in the program's HttpClient
    } catch (Error e) {
      return SendResult.none(e); // for example out of memory, which may be temporary
    }
  }

  private boolean pause(Duration delay) {
    long until = time.nanos() + delay.toNanos();
    while (true) {
      try {
        return queue.pause(until - time.nanos());
      } catch (InterruptedException e) {
        // as above
      }
    }
  }

  private void report(List<QueuedMessage> batch, SendResult result) {
    List<QueuedMessage> others = new ArrayList<>(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      Failure rejection = result.rejected().get(i);
      if (rejection == null) {
        others.add(batch.get(i));
      } else {
        reporter.failed(List.of(batch.get(i)), rejection);
      }
    }
    if (!others.isEmpty()) {
      Failure failure = result.failure();
      if (failure == null) {
        reporter.delivered(others);
      } else {
        reporter.failed(others, failure);
      }
    }
  }
}
