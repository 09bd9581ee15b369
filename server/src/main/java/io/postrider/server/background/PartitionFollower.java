package io.postrider.server.background;

import io.postrider.log.OffsetWaiters;
import io.postrider.log.Pace;
import io.postrider.log.RecordLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of one follower in one partition: waits for records without polling, and backs off
 * after failures. It has a low priority.
 */
final class PartitionFollower implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionFollower.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  /** How often a node that does not follow looks whether it should, or how far another one is. */
  private static final Duration WATCH = Duration.ofSeconds(2);

  /** When a follower without records reads its bookmark again, which another node may move. */
  private static final Duration AGAIN = Duration.ofSeconds(5);

  /** When a follower looks again whether repeats among the next records are known. */
  private static final Duration KNOWN_SOON = Duration.ofMillis(250);

  private final String name;
  private final RecordLog log;
  private final int partition;
  private final FollowerLimits limits;
  private final FollowerThrottle throttle;
  private final @Nullable SharedLog shared;
  private final FollowerMachine machine;
  private final OffsetWaiters progress = new OffsetWaiters();
  private final CompletableFuture<Void> stopping = new CompletableFuture<>();
  private final Thread thread;
  private volatile CompletableFuture<Void> reset = new CompletableFuture<>();
  private volatile long position;
  private volatile long lost;
  private volatile boolean following = true;
  private boolean failing;

  /**
   * @param shared how several nodes share the log; null if this is the only one
   */
  PartitionFollower(
      String name,
      RecordLog log,
      int partition,
      Projection projection,
      FollowerLimits limits,
      FollowerThrottle throttle,
      @Nullable SharedLog shared) {
    this.name = name;
    this.shared = shared;
    this.log = log;
    this.partition = partition;
    this.limits = limits;
    this.throttle = throttle;
    this.machine =
        new FollowerMachine(
            name, log, partition, projection, limits, shared == null ? null : shared.repeats());
    this.thread =
        Thread.ofPlatform().name("follower-%s-%d".formatted(name, partition)).unstarted(this::run);
  }

  /** Reads the bookmark; throws if it does not fit the log. */
  void open() {
    machine.begin();
    publish();
  }

  /** Starts from the bookmark, unless it is closed. */
  synchronized void start() {
    if (!stopping.isDone()) {
      throttle.begins(thread);
      thread.start();
    }
  }

  private void run() {
    LowPriority.lower();
    Duration pause = limits.firstPause();
    boolean begun = true;
    while (!stopping.isDone()) {
      try {
        if (!begun) {
          machine.begin();
          publish();
          begun = true;
        }
        while (!stopping.isDone()) {
          if (shared != null && !shared.mayFollow().test(partition)) {
            following = false;
            watch();
            continue;
          }
          if (!following || reset.isDone()) {
            following = true;
            reset = new CompletableFuture<>();
            machine.begin();
            publish();
          }
          long start = System.nanoTime();
          if (machine.advance()) {
            publish();
            recovered();
            pause = limits.firstPause();
            rest(Duration.ofNanos(System.nanoTime() - start));
          } else {
            awaitMore();
          }
        }
      } catch (BookmarkMovedException moved) {
        begun = false;
        pause(limits.firstPause());
      } catch (RuntimeException | Error failure) { // the partition has no other follower here
        begun = false;
        failed(failure);
        pause(pause);
        pause = limits.longer(pause);
      }
    }
    machine.close();
  }

  /** Waits until this node follows; asks how far the one is that does only for those who wait. */
  private void watch() {
    pause(WATCH);
    if (progress.isWaiting()) {
      machine.look();
      publish();
    }
    recovered();
  }

  private void publish() {
    position = machine.position();
    lost = machine.lost();
    progress.reached(position);
  }

  /** Pauses as the throttle demands. */
  private void rest(Duration worked) {
    Duration rest = throttle.rest(worked, machine.takenTo());
    if (rest.isPositive()) {
      pause(rest);
    }
  }

  /** Waits for a record, and then for a full batch, but not longer than the linger time. */
  private void awaitMore() {
    CompletableFuture<Void> some = log.whenBeyond(partition, position, Pace.BULK);
    if (shared != null && some.isDone()) {
      pause(KNOWN_SOON); // who delivers the partition saves what repeats others
      return;
    }
    LogWait.await(CompletableFuture.anyOf(some, reset, stopping), shared == null ? null : AGAIN);
    if (shared != null && !some.isDone()) {
      some.cancel(false);
      machine.beginIfMoved();
      publish();
      return;
    }
    CompletableFuture<Void> many =
        log.whenBeyond(partition, position + limits.records() - 1, Pace.BULK);
    LogWait.await(CompletableFuture.anyOf(many, reset, stopping), limits.linger());
    some.cancel(false);
    many.cancel(false);
  }

  private void pause(Duration pause) {
    LogWait.await(stopping, pause);
  }

  private void failed(Throwable failure) {
    if (failing || stopping.isDone()) {
      return;
    }
    failing = true;
    String text = "Log follower '{}' failed; retrying. {}";
    if (BackgroundTask.isOutage(failure)) {
      LOG.warn(text, name, failure.getMessage());
    } else {
      LOG.error(text, name, "Offset " + machine.position() + ".", failure);
    }
  }

  private void recovered() {
    if (failing) {
      failing = false;
      LOG.info("Log follower '{}' recovered.", name);
    }
  }

  /** Reads the bookmark again, without waiting for records. */
  void beginAnew() {
    reset.complete(null);
  }

  /** The number of records before the end that this node has yet to process. */
  long lag(long end) {
    return following ? Math.max(0, end - position) : 0;
  }

  long lost() {
    return lost;
  }

  /** Completes when everything before an offset is processed. */
  CompletableFuture<Void> whenTaken(long offset) {
    return progress.whenBeyond(offset - 1, position);
  }

  private synchronized void stop() {
    stopping.complete(null);
  }

  /** Finishes the current step, and stops. */
  @Override
  public void close() {
    stop();
    progress.close();
    if (thread.getState() == Thread.State.NEW) {
      machine.close();
      return;
    }
    try {
      if (!thread.join(TIMEOUT)) {
        LOG.error("Log follower '{}' does not stop.", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
