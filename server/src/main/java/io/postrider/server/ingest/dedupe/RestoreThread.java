package io.postrider.server.ingest.dedupe;

import io.postrider.log.LogUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread {@code dedupe-restore}: reads the hashes of the window while the node starts, and
 * builds its tables when the node serves. It alone adds to the {@link WindowRestore}. All methods
 * are safe to call from any thread.
 */
final class RestoreThread implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RestoreThread.class);

  /** Reads hashes into a restore, until there are no more or it is told to stop. */
  interface Reading {
    void read(WindowRestore into, BooleanSupplier stopped);
  }

  private final WindowRestore restore;
  private final Reading reading;
  private final Runnable done;
  private final CompletableFuture<Void> read = new CompletableFuture<>();
  private final CountDownLatch serving = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean stopped;
  private volatile boolean failed;

  private RestoreThread(WindowRestore restore, Reading reading, Runnable done) {
    this.restore = restore;
    this.reading = reading;
    this.done = done;
    this.thread = Thread.ofPlatform().daemon().name("dedupe-restore").unstarted(this::run);
  }

  /**
   * Starts reading.
   *
   * @param done is called when all tables are built
   */
  static RestoreThread start(WindowRestore restore, Reading reading, Runnable done) {
    RestoreThread started = new RestoreThread(restore, reading, done);
    started.thread.start();
    return started;
  }

  /** Waits until all hashes are read; throws what reading threw. */
  void awaitRead() {
    try {
      read.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException runtime -> throw runtime;
        case Error error -> throw error;
        case null, default -> throw e;
      }
    }
  }

  /** The node serves: the tables are built from now on. */
  void beginBuilding() {
    serving.countDown();
  }

  /** Whether tables could not be built; their messages are refused until the next start. */
  boolean hasFailed() {
    return failed;
  }

  /** Stops the thread, and waits for its end. */
  @Override
  public void close() {
    stopped = true;
    serving.countDown();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true; // tables must not be closed while they are built
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (restore) {
      reading.read(restore, () -> stopped);
      read.complete(null);
      serving.await();
      build();
    } catch (RuntimeException | Error | InterruptedException e) {
      if (!read.completeExceptionally(e)) {
        failed = true;
        restore.fail(e);
        LOG.error("Cannot restore the deduplication window; its messages are refused", e);
      }
    }
  }

  private void build() {
    while (!stopped && restore.buildNext()) {}
    if (stopped) {
      restore.fail(LogUnavailableException.closed());
    } else {
      done.run();
    }
  }
}
