package io.postrider.log.embedded;

import io.postrider.log.LogUnavailableException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Asks the writer for a new segment. Thread-safe; one caller asks at a time. */
final class RollRequest {

  private volatile @Nullable CompletableFuture<Void> asked;
  private volatile boolean closed;

  /** The result completes when the writer has begun a new segment, or cannot. */
  CompletableFuture<Void> ask() {
    CompletableFuture<Void> request = new CompletableFuture<>();
    asked = request;
    if (closed) {
      request.completeExceptionally(LogUnavailableException.closed());
    }
    return request;
  }

  /** The open request, which the writer answers; null if there is none. */
  @Nullable CompletableFuture<Void> take() {
    CompletableFuture<Void> request = asked;
    if (request != null) {
      asked = null;
    }
    return request;
  }

  /** The writer has ended; no request waits for it. */
  void close() {
    closed = true;
    CompletableFuture<Void> request = take();
    if (request != null) {
      request.completeExceptionally(LogUnavailableException.closed());
    }
  }
}
