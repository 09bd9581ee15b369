package io.postrider.server.people.audience;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** The task that appends the changes in the outbox to the log. Any thread may wake it. */
public final class OutboxPublisher implements AutoCloseable {

  private static final Duration BACKOFF = Duration.ofMillis(500);
  private static final BackgroundTask.Options OPTIONS =
      BackgroundTask.Options.every(
              Duration.ofSeconds(1),
              "audience-publisher",
              "Cannot append audience changes to the log; retrying.")
          .atOnce()
          .backoff(BACKOFF, BACKOFF);

  private final Outbox outbox;
  private final OutboxDrain drain;
  private final InstantSource time;
  private final BooleanSupplier mayRun;
  private final Counter published;
  private final AtomicLong waiting = new AtomicLong();
  private final BackgroundTask task = BackgroundTask.of(OPTIONS, this::step);
  private volatile Runnable onPublished = () -> {};
  private boolean counted;

  /**
   * A publisher that is not started yet.
   *
   * @param mayRun whether this node is the one that publishes
   */
  public OutboxPublisher(
      Outbox outbox,
      OutboxDrain drain,
      InstantSource time,
      MeterRegistry metrics,
      BooleanSupplier mayRun) {
    this.mayRun = mayRun;
    this.outbox = outbox;
    this.drain = drain;
    this.time = time;
    this.published =
        Counter.builder("postrider.audience.published.messages")
            .description("Changes of audiences and computed traits that were appended to the log")
            .register(metrics);
    Gauge.builder("postrider.audience.outbox", waiting, AtomicLong::get)
        .description("Changes of audiences and computed traits that wait for the log")
        .register(metrics);
  }

  /**
   * Starts the task.
   *
   * @param whenPublished runs after changes were appended
   */
  public void start(Runnable whenPublished) {
    onPublished = whenPublished;
    task.start();
  }

  /** Announces new changes in the outbox. */
  void wake(int changes) {
    waiting.addAndGet(changes);
    task.wake();
  }

  /** The approximate number of changes in the outbox. */
  long waiting() {
    return waiting.get();
  }

  private boolean step() {
    if (!mayRun.getAsBoolean()) {
      counted = false;
      waiting.set(0);
      return false;
    }
    if (!counted) {
      waiting.set(outbox.size());
      counted = true;
    }
    int done = advance();
    if (done == 0) {
      counted = waiting.get() == 0;
      return false;
    }
    published.increment(done);
    waiting.addAndGet(-done);
    onPublished.run();
    return true;
  }

  /** Throws the cause of a failed append: the task tells an outage by its type. */
  private int advance() {
    try {
      return drain.advance(time.instant());
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
    }
  }

  @Override
  public void close() {
    task.close();
  }
}
