package io.postrider.server.people.audience;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.UserHash;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.server.background.WakeSignal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that publishes changes. Any thread may wake it. */
public final class OutboxPublisher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxPublisher.class);
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Outbox outbox;
  private final OutboxDrain publishing;
  private final InstantSource time;
  private final Counter published;
  private final AtomicLong waiting = new AtomicLong();
  private final WakeSignal signal = new WakeSignal();
  private final Thread thread = Thread.ofPlatform().name("audience-publisher").unstarted(this::run);
  private volatile Runnable drained = () -> {};
  private volatile boolean stopping;
  private boolean counted;
  private boolean troubled;

  /**
   * A publisher from an outbox into a log; it does nothing until it is started.
   *
   * @param definitions what changes are of
   * @param key what hashes in records are made with
   * @param userHash what ids of messages have in place of the user's
   */
  public OutboxPublisher(
      Outbox outbox,
      RecordLog log,
      Supplier<Definitions> definitions,
      HashKey key,
      ToLongFunction<String> userHash,
      Environment environment) {
    this.outbox = outbox;
    this.time = environment.time();
    UserHash suppressedHash = new UserHash(key);
    this.publishing =
        new OutboxDrain(
            outbox,
            log,
            definitions,
            new ComputedRecordWriter(key),
            new ComputedMessages(userHash),
            records ->
                environment
                    .suppressed()
                    .get()
                    .cover(records.last(), records.bytes(), suppressedHash));
    this.published =
        Counter.builder("postrider.audience.published.messages")
            .description("Changes of audiences and computed traits that went into the log")
            .register(environment.metrics());
    Gauge.builder("postrider.audience.outbox", waiting, AtomicLong::get)
        .description("Changes of audiences and computed traits that wait for the log")
        .register(environment.metrics());
  }

  /**
   * What a publisher lives in.
   *
   * @param suppressed the users of whom nothing is told
   */
  public record Environment(
      Supplier<SuppressedUsers> suppressed, InstantSource time, MeterRegistry metrics) {}

  /**
   * Starts to publish.
   *
   * @param whenDrained hears when changes went into the log
   */
  public void start(Runnable whenDrained) {
    drained = whenDrained;
    thread.start();
  }

  /** There are so many more changes. */
  void wake(int changes) {
    waiting.addAndGet(changes);
    signal.raise();
  }

  /** About how many changes wait. */
  long waiting() {
    return waiting.get();
  }

  private void run() {
    while (!stopping) {
      try {
        if (!counted) {
          waiting.set(outbox.size());
          counted = true;
        }
        int done = publishing.advance(time.instant());
        recovered();
        if (done > 0) {
          published.increment(done);
          waiting.addAndGet(-done);
          drained.run();
        } else {
          counted = waiting.get() == 0;
          boolean _ = signal.await(IDLE);
        }
      } catch (RuntimeException trouble) {
        troubled(trouble);
      }
    }
  }

  private void troubled(RuntimeException trouble) {
    if (!troubled && !stopping) {
      troubled = true;
      LOG.warn(
          "Changes of audiences cannot be put into the log; it is tried again. {}",
          trouble.getMessage());
    }
    boolean _ = signal.await(PAUSE);
  }

  private void recovered() {
    if (troubled) {
      troubled = false;
      LOG.info("Changes of audiences are put into the log again.");
    }
  }

  /** Finishes the step that is under way, and stops. */
  @Override
  public void close() {
    stopping = true;
    signal.raise();
    try {
      if (thread.isAlive() && !thread.join(PATIENCE)) {
        LOG.error("The publishing of audiences does not stop.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
