package io.postrider.server.privacy;

import io.postrider.log.LogUnavailableException;
import io.postrider.server.background.BackgroundTask;
import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background task that runs deletions: one step of each in turn, with pauses for live traffic.
 *
 * <p>At most {@value #SENDING} deletions send at once, the oldest first. Deletions that wait for
 * their receivers are checked about once a second, {@value #WAITING} at a time. A test calls {@link
 * #pass} instead of starting the task.
 *
 * <p>Of several nodes with one database only one runs deletions, by a lease that it renews. When it
 * dies, another node takes over after the lease expires. The store rejects steps of a node that
 * outlived its lease if the other node has done them.
 */
final class DeletionScheduler implements AutoCloseable {

  static final int SENDING = 2;
  static final int WAITING = 50;
  static final Duration LEASE = Duration.ofSeconds(15);
  private static final Duration BETWEEN_CHUNKS = Duration.ofMillis(100);
  private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(1);
  private static final Duration BACKOFF = Duration.ofSeconds(2);
  private static final Logger LOG = LoggerFactory.getLogger(DeletionScheduler.class);

  private final DeletionStore store;
  private final DeletionRunner deletions;
  private final long node;
  private final BooleanSupplier mayRun;
  private final InstantSource time;
  private final BackgroundTask task;
  private boolean started;
  private Instant leasedAt = Instant.MIN;
  private long checkedNumber;
  private long checkedNanos = System.nanoTime();
  private boolean wasSending;

  /**
   * @param node distinguishes this node from others
   * @param mayRun whether this node delivers what it would append, so that it sees how that ends
   */
  DeletionScheduler(
      DeletionStore store,
      DeletionRunner deletions,
      long node,
      BooleanSupplier mayRun,
      InstantSource time) {
    this.store = store;
    this.deletions = deletions;
    this.node = node;
    this.mayRun = mayRun;
    this.time = time;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    BETWEEN_CHECKS, "deletions", "Cannot continue deletions; retrying.")
                .atOnce()
                .backoff(BACKOFF, BACKOFF),
            this::step);
  }

  void start() {
    started = true;
    task.start();
  }

  /** Runs the next pass at once. Any thread may call it. */
  void wake() {
    task.wake();
  }

  private boolean step() {
    boolean due = System.nanoTime() - checkedNanos >= BETWEEN_CHECKS.toNanos();
    wasSending = pass(due || !wasSending);
    return wasSending && !task.pause(BETWEEN_CHUNKS);
  }

  /**
   * One step of each deletion whose turn it is.
   *
   * @param checkWaiting whether to check deletions that wait for their receivers
   * @return whether a deletion that still has to send made progress
   */
  boolean pass(boolean checkWaiting) {
    if (!holdsLease()) {
      return false;
    }
    int progressed = 0;
    for (Regulation unsent : store.unsent(SENDING + WAITING)) {
      progressed += progressed < SENDING && step(unsent) ? 1 : 0;
    }
    if (checkWaiting) {
      checkedNanos = System.nanoTime();
      List<Regulation> waiting = store.waiting(checkedNumber, WAITING);
      waiting.forEach(this::step);
      checkedNumber = waiting.size() < WAITING ? 0 : waiting.getLast().number();
    }
    return progressed > 0;
  }

  /** Whether this node holds the lease, for at least as long as a pass takes. */
  private boolean holdsLease() {
    if (!mayRun.getAsBoolean()) {
      giveLease();
      return false;
    }
    Instant now = time.instant();
    Duration since = Duration.between(leasedAt, now);
    if (!since.isNegative() && since.compareTo(LEASE.dividedBy(3)) < 0) {
      return true;
    }
    boolean held = store.lease(node, now, now.plus(LEASE));
    leasedAt = held ? now : Instant.MIN;
    return held;
  }

  /** Lets another node run deletions at once. */
  private void giveLease() {
    if (!leasedAt.equals(Instant.MIN)) {
      store.release(node);
      leasedAt = Instant.MIN;
    }
  }

  /** An unexpected exception of one deletion does not stop the others. */
  private boolean step(Regulation regulation) {
    if (task.stopping()) {
      return false;
    }
    try {
      return deletions.step(regulation);
    } catch (DatabaseUnavailableException | LogUnavailableException outage) {
      throw outage;
    } catch (RuntimeException bug) {
      LOG.atError()
          .setCause(bug)
          .addKeyValue("regulation", regulation.id())
          .log("A deletion step failed; retrying.");
      return false;
    }
  }

  /** Stops after the current step; a later start continues from there. */
  @Override
  public void close() {
    task.close();
    if (!started) {
      return;
    }
    try {
      store.release(node);
    } catch (DatabaseUnavailableException unavailable) {
      LOG.debug("The deletion lease was not released.", unavailable);
    }
  }
}
