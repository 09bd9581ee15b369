package io.postrider.server.rejected;

import io.postrider.log.LogBusyException;
import io.postrider.log.LogUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits until records are durable. */
final class DurableAppend {

  private static final long TIMEOUT_SECONDS = 30;

  private DurableAppend() {}

  /**
   * Waits.
   *
   * @throws LogUnavailableException if the records are not durable, or not known to be
   */
  static void await(CompletableFuture<Long> append) {
    try {
      long _ = append.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      if (cause instanceof LogUnavailableException || cause instanceof LogBusyException) {
        throw new LogUnavailableException("cannot store rejected calls", cause);
      }
      throw new IllegalStateException(cause);
    } catch (TimeoutException slow) {
      throw new LogUnavailableException("the disk does not store rejected calls in time", slow);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new LogUnavailableException("interrupted", interrupted);
    }
  }
}
