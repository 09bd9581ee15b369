package io.postrider.server.delivery.reader;

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
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that reads one partition live and gives every block to all loops.
 *
 * <p>It waits for the log, and for a loop that is a few blocks behind. It never waits for a
 * destination: a destination without room falls behind and catches up later. It does not poll; the
 * log wakes it.
 */
public final class LiveReader implements AutoCloseable {

  /** The receiver of blocks: one loop. Called on the reader's thread only. */
  public interface BlockSink {

    /** Queues a block; waits while the loop is a few blocks behind. */
    void put(Block block) throws InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(LiveReader.class);
  private static final int BLOCK_BYTES = 256 * 1024;
  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final RecordLog log;
  private final int partition;
  private final Consumer<List<LogRecord>> observer;
  private final List<? extends BlockSink> outlets;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;
  private long position;
  private boolean failing;

  private LiveReader(
      RecordLog log,
      int partition,
      long from,
      Consumer<List<LogRecord>> observer,
      List<? extends BlockSink> outlets) {
    this.observer = observer;
    this.log = log;
    this.partition = partition;
    this.position = from;
    this.outlets = List.copyOf(outlets);
    this.thread = Thread.ofPlatform().name("delivery-reader-" + partition).unstarted(this::run);
  }

  /**
   * Starts reading a partition at an offset.
   *
   * @param observer gets all records before the outlets do, on the reader's thread
   */
  public static LiveReader start(
      RecordLog log,
      int partition,
      long from,
      Consumer<List<LogRecord>> observer,
      List<? extends BlockSink> outlets) {
    LiveReader reader = new LiveReader(log, partition, from, observer, outlets);
    reader.thread.start();
    return reader;
  }

  private void run() {
    try {
      while (stopping.getCount() > 0) {
        try {
          readOn();
        } catch (OffsetExpiredException expired) {
          // destinations that needed the records notice it when they catch up
          position = Math.max(position + 1, log.firstOffset(partition));
        } catch (RuntimeException | Error e) { // also a bug: the partition has no other reader
          pauseFor(e);
        }
      }
    } catch (InterruptedException stopped) {
      // stopped
    }
  }

  /** Reads until stopped or until a read fails. */
  private void readOn() throws InterruptedException {
    try (LogReader reader = log.reader(partition, position)) {
      while (stopping.getCount() > 0) {
        List<LogRecord> records = reader.read(BLOCK_BYTES);
        if (records.isEmpty()) {
          awaitMore();
          continue;
        }
        observer.accept(records);
        Block block = Block.of(partition, records);
        distribute(block);
        position = block.to();
        if (failing) {
          failing = false;
          LOG.atInfo().addKeyValue("partition", partition).log("The log is readable again.");
        }
      }
    }
  }

  /** Gives a block to all loops, even if interrupted, so that they stop at the same position. */
  private void distribute(Block block) {
    boolean interrupted = false;
    for (BlockSink outlet : outlets) {
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

  private void pauseFor(Throwable failure) throws InterruptedException {
    if (stopping.getCount() > 0 && !failing) {
      failing = true;
      LOG.atError()
          .setCause(failure)
          .addKeyValue("partition", partition)
          .addKeyValue("offset", position)
          .log("Cannot read the log; records after this offset are not delivered; retrying.");
    }
    stopping.await(RETRY_DELAY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Stops reading; a last block may still be given out. Does not block. */
  public void stop() {
    stopping.countDown();
    thread.interrupt();
  }

  /** Stops reading; no block is given out after this returns. */
  @Override
  public void close() {
    stop();
    try {
      if (!thread.join(TIMEOUT)) {
        LOG.atError().addKeyValue("partition", partition).log("The live reader does not stop.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
