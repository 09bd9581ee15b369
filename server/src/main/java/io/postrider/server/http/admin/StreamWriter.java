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
 * Sends one streamed answer, a piece at a time: the next one leaves when the client's connection
 * has taken the one before. So a slow client costs one piece of memory here, and nobody else's
 * time.
 *
 * <p>{@link #run} belongs to a virtual thread; {@link #stop} may be called from any.
 */
final class StreamWriter implements StreamBody.Outlet {

  private static final Logger LOG = LoggerFactory.getLogger(StreamWriter.class);

  /** How long a client may leave a piece lying before it is taken for gone. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Context loop;
  private final StreamedResponse answer;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  StreamWriter(HttpServerRequest request, Context loop, StreamedResponse answer) {
    this.request = request;
    this.response = request.response();
    this.loop = loop;
    this.answer = answer;
  }

  /** Sends the whole answer. */
  void run() {
    try {
      if (begin()) {
        answer.pieces().write(this);
        end();
      }
    } catch (StreamEndedException gone) {
      cut();
    } catch (RuntimeException | Error failure) {
      if (!ended.isDone()) {
        LOG.error("A stream failed.", failure);
      }
      cut();
    }
  }

  /** Ends it, wherever it is. */
  void stop() {
    answer.pieces().close();
    ended.complete(null);
  }

  /** Sends the head; false if there is nobody, or nobody who wants the body. */
  private boolean begin() {
    CompletableFuture<Boolean> begun = new CompletableFuture<>();
    loop.runOnContext(
        now -> {
          if (response.ended() || response.closed()) {
            begun.complete(false);
            return;
          }
          response.closeHandler(closed -> stop());
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
  public void write(byte[] piece) {
    CompletableFuture<Void> taken = new CompletableFuture<>();
    loop.runOnContext(
        now -> {
          if (ended.isDone() || response.closed()) {
            taken.completeExceptionally(new StreamEndedException());
          } else {
            response
                .write(Buffer.buffer(piece))
                .onSuccess(taken::complete)
                .onFailure(taken::completeExceptionally);
          }
        });
    try {
      CompletableFuture.anyOf(taken, ended).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException | InterruptedException gone) {
      throw new StreamEndedException();
    }
    if (ended.isDone() && !taken.isDone()) {
      throw new StreamEndedException();
    }
  }

  /** Ends the answer, and waits until its end has left. */
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
    left.completeOnTimeout(null, PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  private void cut() {
    loop.runOnContext(now -> request.connection().close());
  }
}
