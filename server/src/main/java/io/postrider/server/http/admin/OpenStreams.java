package io.postrider.server.http.admin;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The open streamed responses, limited in number. May be called from any thread. */
final class OpenStreams implements AutoCloseable {

  /** How long {@link #close} waits for streams to end. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final Vertx vertx;
  private final int most;
  private final Semaphore places;
  private final Set<StreamWriter> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  OpenStreams(Vertx vertx, int most) {
    this.vertx = vertx;
    this.most = most;
    this.places = new Semaphore(most);
  }

  /** Sends a whole response on the calling thread. */
  void send(HttpServerRequest request, Context loop, StreamedResponse answer) {
    try (StreamBody _ = answer.body()) {
      if (!places.tryAcquire()) {
        Throwable busy =
            ApiException.unavailable("Too many concurrent streams.", Duration.ofSeconds(5));
        loop.runOnContext(now -> ResponseWriter.send(vertx, request, Problems.answer(busy)));
        return;
      }
      StreamWriter writer = new StreamWriter(request, loop, answer);
      open.add(writer);
      try {
        if (closed) {
          writer.stop();
        }
        writer.run();
      } finally {
        open.remove(writer);
        places.release();
      }
    }
  }

  /**
   * Ends all streams in order and waits briefly for them; those that are left end at once. New
   * streams end at once.
   */
  @Override
  public void close() {
    closed = true;
    open.forEach(StreamWriter::stop);
    try {
      if (places.tryAcquire(most, TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        places.release(most);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    open.forEach(StreamWriter::abort);
  }
}
