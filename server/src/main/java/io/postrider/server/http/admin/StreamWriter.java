package io.postrider.server.http.admin;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one streamed response chunk by chunk: the next is written when the connection has taken the
 * one before. So a slow client costs the memory of one chunk and delays nobody else.
 *
 * <p>{@link #run} belongs to a virtual thread; {@link #stop} and {@link #abort} may be called from
 * any.
 */
final class StreamWriter implements StreamBody.Outlet {

  private static final Logger LOG = LoggerFactory.getLogger(StreamWriter.class);

  /** A client that does not read a chunk for this long is disconnected. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Context loop;
  private final StreamedResponse answer;
  private final CompletableFuture<Void> aborted = new CompletableFuture<>();

  StreamWriter(HttpServerRequest request, Context loop, StreamedResponse answer) {
    this.request = request;
    this.response = request.response();
    this.loop = loop;
    this.answer = answer;
  }

  /** Sends the whole response. */
  void run() {
    try {
      if (begin()) {
        answer.body().write(this);
        end();
      }
    } catch (StreamEndedException gone) {
      cut();
    } catch (RuntimeException | Error failure) {
      if (!aborted.isDone()) {
        LOG.error("A stream failed.", failure);
      }
      cut();
    }
  }

  /** Ends the stream in order: the client gets what is being written. */
  void stop() {
    answer.body().close();
  }

  /** Ends the stream at once. */
  void abort() {
    stop();
    aborted.complete(null);
  }

  /** Sends the head; false if the client is gone or asked for the head only. */
  private boolean begin() {
    CompletableFuture<Boolean> begun = new CompletableFuture<>();
    loop.runOnContext(
        now -> {
          if (response.ended() || response.closed()) {
            begun.complete(false);
            return;
          }
          response.closeHandler(closed -> abort());
          ResponseWriter.head(response, 200, answer.headers());
          boolean wanted = !request.method().equals(HttpMethod.HEAD);
          if (wanted) {
            response.setChunked(true);
          } else {
            response.end();
          }
          begun.complete(wanted);
        });
    return begun.join();
  }

  @Override
  public void write(byte[] chunk) {
    CompletableFuture<Void> taken = new CompletableFuture<>();
    loop.runOnContext(
        now -> {
          if (aborted.isDone() || response.closed()) {
            taken.completeExceptionally(new StreamEndedException());
          } else {
            response
                .write(Buffer.buffer(chunk))
                .onSuccess(taken::complete)
                .onFailure(taken::completeExceptionally);
          }
        });
    try {
      CompletableFuture.anyOf(taken, aborted).get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException | InterruptedException gone) {
      throw new StreamEndedException();
    }
    if (!taken.isDone() || taken.isCompletedExceptionally()) {
      throw new StreamEndedException();
    }
  }

  /** Ends the response, and waits until its end is written. */
  private void end() {
    CompletableFuture<Void> left = new CompletableFuture<>();
    loop.runOnContext(
        now -> {
          if (response.ended() || response.closed()) {
            left.complete(null);
          } else {
            response.end().onComplete(done -> left.complete(null));
          }
        });
    left.completeOnTimeout(null, TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture.anyOf(left, aborted).join();
  }

  private void cut() {
    loop.runOnContext(now -> request.connection().close());
  }
}
