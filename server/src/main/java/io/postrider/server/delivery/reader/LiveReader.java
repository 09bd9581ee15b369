package io.postrider.server.delivery.reader;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that reads one partition as it grows and hands every block to all loops.
 *
 * <p>It waits for the log, and for a loop that has not yet looked at the last few blocks; it never
 * waits for a destination, because looking at a block does not mean having room for it. It never
 * polls: the log wakes it.
 */
public final class LiveReader implements AutoCloseable {

  /** Where blocks go: one loop. Called by the reader's thread alone. */
  public interface Outlet {

    /** Takes a block, waiting while the loop is a few blocks late. */
    void put(Block block) throws InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(LiveReader.class);
  private static final int BLOCK_BYTES = 256 * 1024;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RecordLog log;
  private final int partition;
  private final List<? extends Outlet> outlets;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;
  private long position;
  private boolean troubled;

  private LiveReader(RecordLog log, int partition, long from, List<? extends Outlet> outlets) {
    this.log = log;
    this.partition = partition;
    this.position = from;
    this.outlets = List.copyOf(outlets);
    this.thread = Thread.ofPlatform().name("delivery-reader-" + partition).unstarted(this::run);
  }

  /** Starts reading a partition at an offset. */
  public static LiveReader start(
      RecordLog log, int partition, long from, List<? extends Outlet> outlets) {
    LiveReader reader = new LiveReader(log, partition, from, outlets);
    reader.thread.start();
    return reader;
  }

  private void run() {
    try {
      while (stopping.getCount() > 0) {
        try {
          readOn();
        } catch (OffsetExpiredException expired) {
          // those who needed what is gone find out when they catch up
          position = Math.max(position + 1, log.firstOffset(partition));
        } catch (LogCorruptException | LogUnavailableException | IllegalArgumentException e) {
          pauseFor(e);
        }
      }
    } catch (InterruptedException stopped) {
      // asked to stop
    }
  }

  /** Reads until stopped or until reading fails. */
  private void readOn() throws InterruptedException {
    try (LogReader reader = log.reader(partition, position)) {
      while (stopping.getCount() > 0) {
        List<LogRecord> records = reader.read(BLOCK_BYTES);
        if (records.isEmpty()) {
          awaitMore();
          continue;
        }
        Block block = Block.of(partition, records);
        distribute(block);
        position = block.to();
        if (troubled) {
          troubled = false;
          LOG.atInfo().addKeyValue("partition", partition).log("The log can be read again.");
        }
      }
    }
  }

  /** Hands a block to all loops or, if it is never begun, to none; so they stop at one place. */
  private void distribute(Block block) {
    boolean interrupted = false;
    for (Outlet outlet : outlets) {
      while (true) {
        try {
          outlet.put(block);
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitMore() throws InterruptedException {
    try {
      log.whenBeyond(partition, position).get();
    } catch (ExecutionException e) {
      throw new LogUnavailableException("waiting for the log failed", e);
    }
  }

  private void pauseFor(RuntimeException trouble) throws InterruptedException {
    if (stopping.getCount() > 0 && !troubled) {
      troubled = true;
      LOG.atError()
          .setCause(trouble)
          .addKeyValue("partition", partition)
          .addKeyValue("offset", position)
          .log("The log cannot be read; nothing behind this offset is delivered until it can.");
    }
    stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Stops reading; when this returns no block is handed out any more. */
  @Override
  public void close() {
    stopping.countDown();
    thread.interrupt();
    try {
      if (!thread.join(PATIENCE)) {
        LOG.atError().addKeyValue("partition", partition).log("The live reader does not stop.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
