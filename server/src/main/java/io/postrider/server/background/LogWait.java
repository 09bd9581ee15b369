package io.postrider.server.background;

import io.postrider.log.LogUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits of threads that follow the log. */
public final class LogWait {

  private LogWait() {}

  /**
   * Waits for a future of the log.
   *
   * @param max the longest wait; null for no limit
   */
  public static void await(CompletableFuture<?> future, @Nullable Duration max) {
    try {
      if (max == null) {
        future.get();
      } else {
        future.get(max.toNanos(), TimeUnit.NANOSECONDS);
      }
    } catch (TimeoutException e) {
      // the wait is over
    } catch (ExecutionException e) {
      throw new LogUnavailableException("waiting for the log failed", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
