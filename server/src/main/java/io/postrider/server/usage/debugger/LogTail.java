package io.postrider.server.usage.debugger;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that reads what comes to one partition while somebody watches. It is started by the
 * first who does and ends when nobody does any more.
 */
final class LogTail implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);
  private static final int BLOCK_BYTES = 256 * 1024;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

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

  /** Sees to it that there is a thread; called with the debugger's lock held. */
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
        // a reader so far behind starts again where the log now does
      } catch (RuntimeException trouble) {
        if (!stopping.isDone()) {
          LOG.atError().setCause(trouble).log("The log cannot be watched; it is tried again.");
          await(stopping, PAUSE);
        }
      }
    }
  }

  /** Where to read; nothing, and the thread is given up, if nobody watches. */
  private Optional<Long> nextFrom() {
    synchronized (debugger) {
      Optional<Long> wanted = stopping.isDone() ? Optional.empty() : debugger.wantedFrom(partition);
      if (wanted.isEmpty()) {
        thread = null;
      }
      // what was shown already is not shown again
      return wanted.map(from -> Math.max(from, position));
    }
  }

  private void readFrom(long from) {
    try (LogReader reader = log.reader(partition, from)) {
      while (!stopping.isDone() && debugger.isWatched()) {
        List<LogRecord> records = reader.read(BLOCK_BYTES);
        if (records.isEmpty()) {
          CompletableFuture<Void> more = log.whenBeyond(partition, reader.position());
          await(CompletableFuture.anyOf(more, stopping), null);
          more.cancel(false);
        } else {
          debugger.show(partition, records);
          position = reader.position();
        }
      }
    }
  }

  private static void await(CompletableFuture<?> future, @Nullable Duration most) {
    try {
      if (most == null) {
        future.get();
      } else {
        future.get(most.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (TimeoutException enough) {
      // waited as long as was wanted
    } catch (ExecutionException failed) {
      throw new LogUnavailableException("waiting for the log failed", failed);
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
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
      if (running != null && !running.join(PATIENCE)) {
        LOG.error("The debugger does not stop.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
