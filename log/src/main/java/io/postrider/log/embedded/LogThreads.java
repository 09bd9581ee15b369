package io.postrider.log.embedded;

import io.postrider.log.LogState;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The four threads that drive a {@link LogCore}: they commit appends, preallocate segments, run
 * maintenance, and watch for a frozen disk. They sleep while there is no work.
 */
final class LogThreads {

  private static final Logger LOG = LoggerFactory.getLogger(LogThreads.class);

  /** How often the watchdog checks within the time that a commit may take. */
  private static final int CHECKS_PER_STALL = 10;

  /** How often the filler checks whether the writer needs a chunk, while it does not. */
  private static final int CHECKS_PER_CHUNK = 10;

  private final LogCore core;
  private final LogIntervals intervals;
  private final Thread writing;
  private final Thread filling;
  private final Thread maintaining;
  private final Thread watching;
  private volatile boolean closing;

  private LogThreads(LogCore core, LogIntervals intervals) {
    this.core = core;
    this.intervals = intervals;
    this.writing = Thread.ofPlatform().name("log-writer").daemon().unstarted(this::write);
    this.filling = Thread.ofPlatform().name("log-filler").daemon().unstarted(this::fill);
    this.maintaining = Thread.ofPlatform().name("log-keeper").daemon().unstarted(this::maintain);
    this.watching = Thread.ofPlatform().name("log-watchdog").daemon().unstarted(this::watch);
  }

  static LogThreads start(LogCore core, LogIntervals intervals) {
    LogThreads threads = new LogThreads(core, intervals);
    core.maintenance().onWork(threads::wakeBackground);
    threads.writing.start();
    threads.filling.start();
    threads.maintaining.start();
    threads.watching.start();
    return threads;
  }

  void wakeWriter() {
    LockSupport.unpark(writing);
  }

  private void wakeBackground() {
    LockSupport.unpark(filling);
    LockSupport.unpark(maintaining);
  }

  /** Commits all queued appends and waits until the threads have ended. */
  void close() {
    closing = true;
    boolean interrupted = join(writing);
    interrupted |= join(filling);
    interrupted |= join(maintaining);
    interrupted |= join(watching);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      LockSupport.unpark(thread);
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    return interrupted;
  }

  private void write() {
    LogWriter writer = core.writer();
    try {
      long retryAt = 0;
      boolean wasBroken = false;
      while (!closing) {
        boolean worked = writer.step();
        if (writer.isBroken()) {
          long now = System.nanoTime();
          if (!wasBroken) {
            retryAt = now + intervals.retry().toNanos();
          } else if (now - retryAt >= 0) {
            writer.recover();
            retryAt = System.nanoTime() + intervals.retry().toNanos();
          } else if (!worked) {
            LockSupport.parkNanos(this, retryAt - now);
          }
        } else if (!worked) {
          writer.rollIfOld();
          LockSupport.park(this);
        }
        wasBroken = writer.isBroken();
      }
      writer.finish();
    } catch (RuntimeException | Error e) {
      LOG.error("Log writer stopped by an internal error; restart to recover", e);
      core.view().changeState(new LogState.Failed("internal error: " + e));
      writer.abandon();
      throw e;
    }
  }

  private void fill() {
    // not multipliedBy, which loads BigDecimal and its tables of powers at each start
    FillPace pace = new FillPace(Duration.ofNanos(intervals.fill().toNanos() * CHECKS_PER_CHUNK));
    long filledNanos = System.nanoTime();
    while (!closing) {
      try {
        core.maintenance().requireSpace();
        Segment active = core.view().segments().last();
        double used = (double) active.end() / active.fileBytes();
        Duration rested = Duration.ofNanos(System.nanoTime() - filledNanos);
        if (!pace.isDue(core.preallocator().progress(), used, rested)) {
          LockSupport.parkNanos(this, intervals.fill().toNanos());
        } else if (core.preallocator().step()) {
          filledNanos = System.nanoTime();
        } else {
          LockSupport.park(this);
        }
      } catch (NoSpaceException e) {
        LOG.debug("No space to preallocate the next segment", e);
        LockSupport.parkNanos(this, intervals.retry().toNanos());
      } catch (IOException e) {
        LOG.warn("Cannot preallocate the next segment; retrying", e);
        LockSupport.parkNanos(this, intervals.retry().toNanos());
      }
    }
  }

  private void maintain() {
    boolean warned = false;
    while (!closing) {
      try {
        core.maintenance().step();
        warned = false;
        wakeWriter(); // the active segment may have reached its roll age
        LockSupport.parkNanos(this, intervals.maintenance().toNanos());
      } catch (NoSpaceException | ReadOnlyDiskException e) {
        if (!warned) {
          LOG.warn("Log maintenance failed; retrying: {}", e.getMessage());
        }
        warned = true;
        LockSupport.parkNanos(this, intervals.retry().toNanos());
      } catch (IOException e) {
        LOG.warn("Log maintenance failed; retrying", e);
        LockSupport.parkNanos(this, intervals.retry().toNanos());
      } catch (RuntimeException e) {
        LOG.error("Log maintenance failed by an internal error; retrying", e);
        LockSupport.parkNanos(this, intervals.retry().toNanos());
      }
    }
  }

  private void watch() {
    StallWatch stalls = new StallWatch(core.writer(), core.view(), intervals.stall());
    while (!closing) {
      stalls.check(System.nanoTime());
      LockSupport.parkNanos(this, intervals.stall().toNanos() / CHECKS_PER_STALL);
    }
  }
}
