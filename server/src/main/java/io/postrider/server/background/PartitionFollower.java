package io.postrider.server.background;

import io.postrider.log.LogUnavailableException;
import io.postrider.log.OffsetWaiters;
import io.postrider.log.RecordLog;
import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that drives one follower in one partition: waits for records without polling, and
 * backs off while they cannot be read or kept.
 */
final class PartitionFollower implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionFollower.class);
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final String name;
  private final RecordLog log;
  private final int partition;
  private final FollowerLimits limits;
  private final FollowerThrottle courtesy;
  private final FollowerMachine following;
  private final OffsetWaiters progress = new OffsetWaiters();
  private final CompletableFuture<Void> stopping = new CompletableFuture<>();
  private final Thread thread;
  private volatile CompletableFuture<Void> anew = new CompletableFuture<>();
  private volatile long position;
  private volatile long lost;
  private boolean troubled;

  PartitionFollower(
      String name,
      RecordLog log,
      int partition,
      Projection derivation,
      FollowerLimits limits,
      FollowerThrottle courtesy) {
    this.name = name;
    this.log = log;
    this.partition = partition;
    this.limits = limits;
    this.courtesy = courtesy;
    this.following = new FollowerMachine(name, log, partition, derivation, limits);
    this.thread =
        Thread.ofPlatform().name("follower-%s-%d".formatted(name, partition)).unstarted(this::run);
  }

  /** Refuses a bookmark that does not fit the log, or starts from it. */
  void start() {
    following.begin();
    publish();
    courtesy.begins(thread);
    thread.start();
  }

  private void run() {
    Duration pause = limits.firstPause();
    boolean begun = true;
    while (!stopping.isDone()) {
      try {
        if (!begun) {
          following.begin();
          publish();
          begun = true;
        }
        while (!stopping.isDone()) {
          if (anew.isDone()) {
            anew = new CompletableFuture<>();
            following.begin();
            publish();
          }
          long start = System.nanoTime();
          if (following.advance()) {
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
        stopped(limits.firstPause());
      } catch (RuntimeException trouble) {
        begun = false;
        tell(trouble);
        stopped(pause);
        pause = limits.longer(pause);
      }
    }
    following.close();
  }

  private void publish() {
    position = following.position();
    lost = following.lost();
    progress.reached(position);
  }

  /** Leaves the processors to others for a while, if they are wanted there. */
  private void rest(Duration worked) {
    Duration rest = courtesy.rest(worked, following.takenTo());
    if (rest.isPositive()) {
      stopped(rest);
    }
  }

  /** Waits for a record, and then a moment longer or until there is a whole batch. */
  private void awaitMore() {
    CompletableFuture<Void> some = log.whenBeyond(partition, position);
    await(CompletableFuture.anyOf(some, anew, stopping), null);
    CompletableFuture<Void> many = log.whenBeyond(partition, position + limits.records() - 1);
    await(CompletableFuture.anyOf(many, anew, stopping), limits.linger());
    some.cancel(false);
    many.cancel(false);
  }

  /** Waits; whether it was stopped meanwhile. */
  private void stopped(Duration pause) {
    await(stopping, pause);
  }

  private static void await(CompletableFuture<?> future, @Nullable Duration most) {
    try {
      if (most == null) {
        future.get();
      } else {
        future.get(most.toNanos(), TimeUnit.NANOSECONDS);
      }
    } catch (TimeoutException enough) {
      // waited as long as was wanted
    } catch (ExecutionException failed) {
      throw new LogUnavailableException("waiting for the log failed", failed);
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  private void tell(RuntimeException trouble) {
    if (troubled || stopping.isDone()) {
      return;
    }
    troubled = true;
    String words = "Log follower '{}' failed; retrying. {}";
    if (trouble instanceof DatabaseUnavailableException) {
      LOG.warn(words, name, trouble.getMessage());
    } else {
      LOG.error(words, name, "At offset " + following.position() + ".", trouble);
    }
  }

  private void recovered() {
    if (troubled) {
      troubled = false;
      LOG.info("Log follower '{}' recovered.", name);
    }
  }

  /** Goes to where the bookmark is by now, without waiting for records. */
  void beginAnew() {
    anew.complete(null);
  }

  /** How many records there are that were not taken yet. */
  long lag() {
    return Math.max(0, log.endOffset(partition) - position);
  }

  long lost() {
    return lost;
  }

  /** Completes when everything before an offset was taken. */
  CompletableFuture<Void> whenTaken(long offset) {
    return progress.whenBeyond(offset - 1, position);
  }

  /** Finishes the step that is under way, and stops. */
  @Override
  public void close() {
    stopping.complete(null);
    progress.close();
    try {
      if (!thread.join(PATIENCE)) {
        LOG.error("The follower '{}' does not stop.", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
