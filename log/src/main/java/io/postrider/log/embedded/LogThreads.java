package io.postrider.log.embedded;

import io.postrider.log.LogState;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The three threads that drive a {@link LogMachine}: one writes, one fills segments ahead, one
 * keeps house. They sleep while there is nothing to do. That appends are refused, or taken again,
 * is for the {@link LogObserver} to tell.
 */
final class LogThreads {

  private static final Logger LOG = LoggerFactory.getLogger(LogThreads.class);

  private final LogMachine machine;
  private final LogPauses pauses;
  private final Thread writing;
  private final Thread filling;
  private final Thread tending;
  private volatile boolean closing;

  private LogThreads(LogMachine machine, LogPauses pauses) {
    this.machine = machine;
    this.pauses = pauses;
    this.writing = Thread.ofPlatform().name("log-writer").daemon().unstarted(this::write);
    this.filling = Thread.ofPlatform().name("log-filler").daemon().unstarted(this::fill);
    this.tending = Thread.ofPlatform().name("log-keeper").daemon().unstarted(this::tend);
  }

  static LogThreads start(LogMachine machine, LogPauses pauses) {
    LogThreads threads = new LogThreads(machine, pauses);
    machine.housekeeping().wakeBy(threads::wakeOthers);
    threads.writing.start();
    threads.filling.start();
    threads.tending.start();
    return threads;
  }

  /** There is something to write. */
  void wakeWriter() {
    LockSupport.unpark(writing);
  }

  private void wakeOthers() {
    LockSupport.unpark(filling);
    LockSupport.unpark(tending);
  }

  /** Has everything written that was appended, and waits until the threads have ended. */
  void close() {
    closing = true;
    boolean interrupted = join(writing);
    interrupted |= join(filling);
    interrupted |= join(tending);
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
    LogWriter writer = machine.writer();
    try {
      long retryAt = 0;
      boolean wasBroken = false;
      while (!closing) {
        boolean worked = writer.step();
        if (writer.isBroken()) {
          long now = System.nanoTime();
          if (!wasBroken) {
            retryAt = now + pauses.retry().toNanos();
          } else if (now - retryAt >= 0) {
            writer.recover();
            retryAt = System.nanoTime() + pauses.retry().toNanos();
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
      LOG.error("the log's writer has ended by a fault of ours; restart to recover", e);
      machine.view().become(new LogState.Failed("a fault of the log itself: " + e));
      writer.abandon();
      throw e;
    }
  }

  private void fill() {
    while (!closing) {
      try {
        if (!machine.filler().step()) {
          LockSupport.park(this);
        } else {
          Segment active = machine.view().segments().last();
          if (machine.filler().progress() > (double) active.end() / active.fileBytes()) {
            LockSupport.parkNanos(this, pauses.fill().toNanos());
          }
        }
      } catch (NoSpaceException e) {
        LOG.debug("no space to fill the next segment", e);
        LockSupport.parkNanos(this, pauses.retry().toNanos());
      } catch (IOException e) {
        LOG.warn("could not fill the next segment; trying again", e);
        LockSupport.parkNanos(this, pauses.retry().toNanos());
      }
    }
  }

  private void tend() {
    boolean told = false;
    while (!closing) {
      try {
        machine.housekeeping().step();
        told = false;
        wakeWriter(); // time alone may have made its segment old
        LockSupport.parkNanos(this, pauses.housekeeping().toNanos());
      } catch (NoSpaceException | ReadOnlyDiskException e) {
        if (!told) {
          LOG.warn("could not tend to the log's files; trying again: {}", e.getMessage());
        }
        told = true;
        LockSupport.parkNanos(this, pauses.retry().toNanos());
      } catch (IOException e) {
        LOG.warn("could not tend to the log's files; trying again", e);
        LockSupport.parkNanos(this, pauses.retry().toNanos());
      } catch (RuntimeException e) {
        LOG.error("tending to the log's files failed by a fault of ours; trying again", e);
        LockSupport.parkNanos(this, pauses.retry().toNanos());
      }
    }
  }
}
