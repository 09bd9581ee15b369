package io.postrider.server.background;

import io.postrider.log.LogUnavailableException;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.DatabaseUse;
import io.postrider.server.database.UnreadableSecretException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A named thread that runs one step of work again and again: once per interval, when it is woken,
 * and at once while the step reports more work.
 *
 * <p>A failed step is retried with exponential back-off. The first failure of a series is logged,
 * and so is the recovery: after an outage of the database, a step that has used it. {@link #wake},
 * {@link #pause} and {@link #close} may be called from any thread; the step runs on the task's own
 * thread only.
 */
public final class BackgroundTask implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundTask.class);

  /** How long {@link #close} waits for a running step. */
  static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

  private static final long NO_OUTAGE = -1;

  private final Options options;
  private final Step step;
  private final WakeSignal signal = new WakeSignal();
  private final Thread thread;
  private final CountDownLatch stop = new CountDownLatch(1);
  private boolean failing;

  /**
   * Those of this thread when the database was last unavailable; no number after other failures.
   */
  private long databaseUses = NO_OUTAGE;

  private BackgroundTask(Options options, Step step) {
    this.options = options;
    this.step = step;
    this.thread = Thread.ofPlatform().name(options.name).daemon().unstarted(this::run);
  }

  /** A task that is not started yet. */
  public static BackgroundTask of(Options options, Step step) {
    return new BackgroundTask(options, step);
  }

  /** A task that runs from now on. */
  public static BackgroundTask start(Options options, Step step) {
    return of(options, step).start();
  }

  /** Starts the thread. */
  public BackgroundTask start() {
    thread.start();
    return this;
  }

  /** Runs the next step now instead of at the end of the interval or back-off. */
  public void wake() {
    signal.raise();
  }

  /** Whether {@link #close} was called; a long step should end early then. */
  public boolean stopping() {
    return stop.getCount() == 0;
  }

  /**
   * Lets a step wait, for at most a time.
   *
   * @return whether the task is stopping
   */
  public boolean pause(Duration most) {
    try {
      return stop.await(most.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private void run() {
    if (options.yieldsToLoops) {
      LowPriority.lower();
    }
    Duration backoff = options.firstBackoff;
    boolean more = options.runAtStart;
    while (!stopping()) {
      if (!more) {
        boolean _ = signal.await(options.interval);
      }
      if (stopping()) {
        return;
      }
      try {
        more = step.run();
        backoff = options.firstBackoff;
        recovered();
      } catch (RuntimeException | Error failure) {
        // also a stack overflow, or memory that one step lacked: the next step may succeed
        failed(failure);
        boolean _ = signal.await(backoff);
        backoff = min(backoff.multipliedBy(2), options.maxBackoff);
        more = true;
      }
    }
  }

  private void failed(Throwable failure) {
    databaseUses =
        failure instanceof DatabaseUnavailableException ? DatabaseUse.ofThisThread() : NO_OUTAGE;
    if (failing || stopping()) {
      return;
    }
    failing = true;
    try {
      log(failure);
    } catch (OutOfMemoryError | StackOverflowError unlogged) {
      failing = false; // the next failure is logged instead
    }
  }

  private void log(Throwable failure) {
    if (isOutage(failure)) {
      LOG.atWarn()
          .addKeyValue("task", options.name)
          .addKeyValue("reason", failure.getMessage())
          .log(options.failureMessage);
    } else {
      LOG.atError().addKeyValue("task", options.name).setCause(failure).log(options.failureMessage);
    }
  }

  private void recovered() {
    if (failing && DatabaseUse.ofThisThread() != databaseUses) {
      failing = false;
      LOG.atInfo().addKeyValue("task", options.name).log("Background task recovered.");
    }
  }

  /** Whether the failure lies outside the program and is expected to pass. */
  static boolean isOutage(Throwable failure) {
    return failure instanceof DatabaseUnavailableException
        || failure instanceof LogUnavailableException
        || failure instanceof UnreadableSecretException;
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Lets a running step end, and stops. Does nothing to a task that was never started. */
  @Override
  public void close() {
    stop.countDown();
    signal.raise();
    try {
      if (thread.isAlive() && !thread.join(CLOSE_TIMEOUT)) {
        LOG.atError().addKeyValue("task", options.name).log("Background task does not stop.");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** One step of work. */
  @FunctionalInterface
  public interface Step {

    /** Does some work; returns whether more is ready now. */
    boolean run();
  }

  /**
   * How a task runs.
   *
   * @param name the thread's name, which log lines repeat
   * @param interval how long a task without ready work waits
   * @param firstBackoff how long it waits after a first failure; doubled after each further one
   * @param maxBackoff the longest wait between two failures
   * @param runAtStart whether the first step runs at once instead of after an interval
   * @param yieldsToLoops whether event loops get a processor before it
   * @param failureMessage the log line of the first failure, such as "Cannot save delivery cursors;
   *     retrying."
   */
  public record Options(
      String name,
      Duration interval,
      Duration firstBackoff,
      Duration maxBackoff,
      boolean runAtStart,
      boolean yieldsToLoops,
      String failureMessage) {

    /** A periodic task: waits an interval first, and backs off up to 30 seconds. */
    public static Options every(Duration interval, String name, String failureMessage) {
      Duration first = min(interval, Duration.ofSeconds(1));
      return new Options(
          name, interval, first, Duration.ofSeconds(30), false, false, failureMessage);
    }

    /** The same, with its first step at once. */
    public Options atOnce() {
      return new Options(
          name, interval, firstBackoff, maxBackoff, true, yieldsToLoops, failureMessage);
    }

    /** The same, for steps that compute for long. */
    public Options lowPriority() {
      return new Options(
          name, interval, firstBackoff, maxBackoff, runAtStart, true, failureMessage);
    }

    /** The same, with other back-off. */
    public Options backoff(Duration first, Duration max) {
      return new Options(name, interval, first, max, runAtStart, yieldsToLoops, failureMessage);
    }
  }
}
