package io.postrider.server.privacy;

import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that carries deletions out: one step of each in turn, with pauses in which live
 * traffic goes on.
 *
 * <p>While something is to be sent, at most {@value #SENDING} deletions go on at once, the oldest
 * first of those that can; those that wait for their receivers are looked at about once a second,
 * {@value #WAITING} at a time. A test calls {@link #pass} instead of starting the thread.
 *
 * <p>Of several nodes over one store only one does this, by a lease that it renews while it does;
 * when it dies another one goes on a while later. Should one have been asleep beyond its lease, the
 * store takes nothing from it that the other has done.
 */
final class RegulationProcessor implements AutoCloseable {

  static final int SENDING = 2;
  static final int WAITING = 50;
  static final Duration LEASE = Duration.ofSeconds(15);

  private static final Duration BETWEEN_CHUNKS = Duration.ofMillis(100);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);
  private static final Logger logger = LoggerFactory.getLogger(RegulationProcessor.class);

  private final DeletionStore store;
  private final DeletionRunner deletions;
  private final long node;
  private final InstantSource time;
  private final Semaphore news = new Semaphore(0);
  private final Thread thread;
  private Instant leasedAt = Instant.MIN;
  private long lookedAt;
  private long lookedNanos = System.nanoTime();
  private boolean sendingBefore;
  private boolean failing;
  private volatile boolean closed;

  /**
   * Carries out what a store holds.
   *
   * @param node bits that tell this node from others
   */
  RegulationProcessor(
      DeletionStore store, DeletionRunner deletions, long node, InstantSource time) {
    this.store = store;
    this.deletions = deletions;
    this.node = node;
    this.time = time;
    this.thread = Thread.ofPlatform().name("deletions").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** There may be something new to do. Any thread may call it. */
  void wake() {
    news.release();
  }

  private void run() {
    while (!closed) {
      Duration pause = carefully();
      try {
        boolean _ = news.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
        news.drainPermits();
      } catch (InterruptedException closing) {
        return;
      }
    }
  }

  private Duration carefully() {
    try {
      boolean look = System.nanoTime() - lookedNanos >= BETWEEN_LOOKS.toNanos();
      boolean sending = pass(look || !sendingBefore);
      sendingBefore = sending;
      if (failing) {
        failing = false;
        logger.info("Deletions go on.");
      }
      return sending ? BETWEEN_CHUNKS : BETWEEN_LOOKS;
    } catch (DatabaseUnavailableException | DeletionRunner.LogAwayException away) {
      if (!failing && !closed) {
        failing = true;
        logger.warn("Deletions wait and are tried again. {}", away.getMessage());
      }
      return AFTER_FAILURE;
    } catch (RuntimeException bug) {
      if (!closed) {
        logger.error("A deletion could not be carried on; trying again.", bug);
      }
      return AFTER_FAILURE;
    }
  }

  /**
   * One step of each deletion whose turn it is; answers whether something was done for one that has
   * still to be sent.
   *
   * @param look whether those that wait have a turn
   */
  boolean pass(boolean look) {
    if (!isOurs()) {
      return false;
    }
    int going = 0;
    for (Regulation unsent : store.unsent(SENDING + WAITING)) {
      going += going < SENDING && step(unsent) ? 1 : 0;
    }
    if (look) {
      lookedNanos = System.nanoTime();
      List<Regulation> waiting = store.waiting(lookedAt, WAITING);
      waiting.forEach(this::step);
      lookedAt = waiting.size() < WAITING ? 0 : waiting.getLast().number();
    }
    return going > 0;
  }

  /** Whether this node is the one, also for as long as a pass takes. */
  private boolean isOurs() {
    Instant now = time.instant();
    Duration since = Duration.between(leasedAt, now);
    if (!since.isNegative() && since.compareTo(LEASE.dividedBy(3)) < 0) {
      return true;
    }
    boolean ours = store.lease(node, now, now.plus(LEASE));
    leasedAt = ours ? now : Instant.MIN;
    return ours;
  }

  /** A bug that one deletion meets must not hold up the others. */
  private boolean step(Regulation regulation) {
    if (closed) {
      return false;
    }
    try {
      return deletions.step(regulation);
    } catch (DatabaseUnavailableException | DeletionRunner.LogAwayException away) {
      throw away;
    } catch (RuntimeException bug) {
      logger
          .atError()
          .setCause(bug)
          .addKeyValue("regulation", regulation.id())
          .log("A deletion could not be carried on; trying again.");
      return false;
    }
  }

  /** Stops after the step that is under way; a later start goes on from there. */
  @Override
  public void close() {
    closed = true;
    wake();
    if (thread.getState() == Thread.State.NEW) {
      return; // never started: this node carries nothing out
    }
    try {
      boolean _ = thread.join(Duration.ofSeconds(10));
      store.release(node);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (DatabaseUnavailableException away) {
      logger.debug("The lease of deletions is not given back.", away);
    }
  }
}
