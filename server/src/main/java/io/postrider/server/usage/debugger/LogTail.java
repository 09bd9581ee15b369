package io.postrider.server.usage.debugger;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import io.postrider.server.background.LogWait;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that reads new records of one partition while a debugger session is open. The first
 * session starts it; it ends with the last one.
 */
final class LogTail implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);
  private static final int BLOCK_BYTES = 256 * 1024;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final Debugger debugger;
  private final RecordLog log;
  private final int partition;
  private final CompletableFuture<Void> stopping = new CompletableFuture<>();
  private @Nullable Thread thread;
  private long position;

  LogTail(Debugger debugger, RecordLog log, int partition) {
    this.debugger = debugger;
    this.log = log;
    this.partition = partition;
  }

  /** Starts the thread if none runs; called with the debugger's lock held. */
  void wake() {
    if (thread == null && !stopping.isDone()) {
      thread = Thread.ofPlatform().name("debugger-" + partition).daemon().start(this::run);
    }
  }

  private void run() {
    for (Optional<Long> from = nextFrom(); from.isPresent(); from = nextFrom()) {
      try {
        readFrom(Math.max(from.get(), log.firstOffset(partition)));
      } catch (OffsetExpiredException gone) {
        // continues at the new start of the log
      } catch (RuntimeException failure) {
        if (!stopping.isDone()) {
          LOG.atError().setCause(failure).log("Cannot read the log for the debugger; retrying.");
          LogWait.await(stopping, PAUSE);
        }
      }
    }
  }

  /** Where to read; empty, and the thread ends, if no session is open. */
  private Optional<Long> nextFrom() {
    synchronized (debugger) {
      Optional<Long> wanted = stopping.isDone() ? Optional.empty() : debugger.wantedFrom(partition);
      if (wanted.isEmpty()) {
        thread = null;
      }
      // shows nothing twice
      return wanted.map(from -> Math.max(from, position));
    }
  }

  private void readFrom(long from) {
    try (LogReader reader = log.reader(partition, from)) {
      while (!stopping.isDone() && debugger.isWatched()) {
        List<LogRecord> records = reader.read(BLOCK_BYTES);
        if (records.isEmpty()) {
          CompletableFuture<Void> more = log.whenBeyond(partition, reader.position());
          LogWait.await(CompletableFuture.anyOf(more, stopping), null);
          more.cancel(false);
        } else {
          debugger.show(partition, records);
          position = reader.position();
        }
      }
    }
  }

  @Override
  public void close() {
    stopping.complete(null);
    Thread running;
    synchronized (debugger) {
      running = thread;
    }
    try {
      if (running != null && !running.join(CLOSE_TIMEOUT)) {
        LOG.error("The debugger thread does not stop.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
