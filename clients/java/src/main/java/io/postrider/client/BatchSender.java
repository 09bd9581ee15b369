package io.postrider.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends what is in the queue, one batch after the other, and tells what became of it. Runs on the
 * client's thread.
 *
 * <p>A batch that cannot be sent now holds up those behind it: messages arrive in the order of the
 * calls, and never more than one request is on its way. A message keeps its id however often it is
 * sent, so that the service keeps it once; only {@code sentAt} is new each time.
 */
final class BatchSender implements Runnable {
  private final MessageQueue queue;
  private final Transport transport;
  private final Time time;
  private final DoubleSupplier random;
  private final Duration retryFor;
  private final Reports reports;

  BatchSender(
      MessageQueue queue,
      Transport transport,
      Time time,
      DoubleSupplier random,
      Duration retryFor,
      Reports reports) {
    this.queue = queue;
    this.transport = transport;
    this.time = time;
    this.random = random;
    this.retryFor = retryFor;
    this.reports = reports;
  }

  @Override
  public void run() {
    try {
      for (List<QueuedMessage> batch = next(); batch != null; batch = next()) {
        Answer answer = deliver(batch);
        queue.lose(answer.lost(batch.size()));
        // Room first, so that a listener may call again; counted last, so that whoever waits for
        // a flush finds that the listener was told.
        queue.free(batch);
        tell(batch, answer);
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
        // only closing ends this thread, and the queue knows of that
      }
    }
  }

  /** Sends a batch until the service has decided about it, or nothing more can be hoped for. */
  private Answer deliver(List<QueuedMessage> batch) {
    long begun = time.nanos();
    for (int attempt = 1; ; attempt++) {
      if (queue.isAborted()) {
        return Answer.closed("The client was closed before they could be sent.");
      }
      Answer answer = attempt(batch, attempt);
      Failure failure = answer.failure();
      if (failure == null || !answer.mayRetry()) {
        return answer;
      }
      if (queue.isAborted()) {
        return Answer.closed("The client was closed while they could not be sent. " + failure);
      }
      Duration delay = Backoff.delay(attempt, answer.retryAfter(), random.getAsDouble());
      if (time.nanos() - begun + delay.toNanos() > retryFor.toNanos()) {
        return answer.afterAttempts(attempt);
      }
      reports.retrying(batch, failure, delay);
      if (!pause(delay)) {
        return Answer.closed("The client was closed while they could not be sent. " + failure);
      }
    }
  }

  private Answer attempt(List<QueuedMessage> batch, int attempt) {
    try {
      byte[] body = Envelope.body(batch, time.now());
      reports.sending(batch, body.length, attempt);
      return transport.post(body, batch.size());
    } catch (InterruptedException e) {
      return Answer.none(e); // whether it arrived is not known; tried again unless aborted
    } catch (RuntimeException e) {
      return Answer.impossible(e); // a bug here or in a HttpClient of the program's own
    } catch (Error e) {
      return Answer.none(e); // such as too little memory: later there may be more
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

  private void tell(List<QueuedMessage> batch, Answer answer) {
    List<QueuedMessage> others = new ArrayList<>(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      Failure rejection = answer.rejected().get(i);
      if (rejection == null) {
        others.add(batch.get(i));
      } else {
        reports.failed(List.of(batch.get(i)), rejection);
      }
    }
    if (!others.isEmpty()) {
      Failure failure = answer.failure();
      if (failure == null) {
        reports.delivered(others);
      } else {
        reports.failed(others, failure);
      }
    }
  }
}
