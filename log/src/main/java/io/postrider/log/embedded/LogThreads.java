package io.postrider.log.embedded;

import io.postrider.log.LogState;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two threads that drive a {@link LogMachine}: one writes, the other fills segments ahead and
 * keeps house. Both sleep while there is nothing to do.
 */
final class LogThreads {

  private static final Logger LOG = LoggerFactory.getLogger(LogThreads.class);

  private final LogMachine machine;
  private final LogPauses pauses;
  private final Thread writing;
  private final Thread tending;
  private volatile boolean closing;

  private LogThreads(LogMachine machine, LogPauses pauses) {
    this.machine = machine;
    this.pauses = pauses;
    this.writing = Thread.ofPlatform().name("log-writer").daemon().unstarted(this::write);
    this.tending = Thread.ofPlatform().name("log-keeper").daemon().unstarted(this::tend);
  }

  static LogThreads start(LogMachine machine, LogPauses pauses) {
    LogThreads threads = new LogThreads(machine, pauses);
    machine.housekeeping().wakeBy(() -> LockSupport.unpark(threads.tending));
    threads.writing.start();
    threads.tending.start();
    return threads;
  }

  /** There is something to write. */
  void wakeWriter() {
    LockSupport.unpark(writing);
  }

  /** Has everything written that was appended, and waits until both threads have ended. */
  void close() {
    closing = true;
    boolean interrupted = join(writing);
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
            LOG.error("appends are refused: {}", machine.view().state().words());
            retryAt = now + pauses.retry().toNanos();
          } else if (now - retryAt >= 0) {
            if (writer.recover()) {
              LOG.warn("appends are taken again");
            }
            retryAt = System.nanoTime() + pauses.retry().toNanos();
          } else if (!worked) {
            LockSupport.parkNanos(this, retryAt - now);
          }
        } else if (!worked) {
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

  private void tend() {
    SegmentFiller filler = machine.filler();
    long housekeepingAt = System.nanoTime();
    Segment seen = null;
    while (!closing) {
      try {
        Segment active = machine.view().segments().last();
        long now = System.nanoTime();
        if (active != seen || now - housekeepingAt >= 0) {
          seen = active;
          machine.housekeeping().step();
          housekeepingAt = System.nanoTime() + pauses.housekeeping().toNanos();
        } else if (!filler.step()) {
          LockSupport.parkNanos(this, housekeepingAt - now);
        } else if (filler.progress() > (double) active.end() / active.fileBytes()) {
          LockSupport.parkNanos(this, pauses.fill().toNanos());
        }
      } catch (NoSpaceException e) {
        LOG.debug("no space to fill the next segment", e);
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
