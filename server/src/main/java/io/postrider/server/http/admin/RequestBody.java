package io.postrider.server.http.admin;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/**
 * Reads a request's body with a size limit and a timeout.
 *
 * <p>Runs on the request's event loop. Never buffers more than the limit.
 */
final class RequestBody {

  private final Vertx vertx;
  private final Duration patience;

  RequestBody(Vertx vertx, Duration patience) {
    this.vertx = vertx;
    this.patience = patience;
  }

  /** The whole body, or an {@link ApiException}. */
  Future<byte[]> read(HttpServerRequest request, int limitBytes) {
    Promise<byte[]> whole = Promise.promise();
    Buffer read = Buffer.buffer();
    if (statedLengthBytes(request) > limitBytes) {
      whole.tryFail(tooLarge(limitBytes));
    }
    request.handler(
        chunk -> {
          if (read.length() + chunk.length() > limitBytes) {
            whole.tryFail(tooLarge(limitBytes));
          } else if (!whole.future().isComplete()) {
            read.appendBuffer(chunk);
          }
        });
    request.exceptionHandler(failure -> whole.tryFail(brokenOff()));
    request.endHandler(end -> whole.tryComplete(read.getBytes()));
    long timer = vertx.setTimer(patience.toMillis(), id -> whole.tryFail(tooSlow()));
    return whole.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  private static long statedLengthBytes(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private static ApiException brokenOff() {
    return ApiException.of(ProblemCode.BAD_REQUEST, "The body is incomplete.");
  }

  private static ApiException tooLarge(int limitBytes) {
    return ApiException.of(
        ProblemCode.BODY_TOO_LARGE, "The body exceeds %,d bytes.".formatted(limitBytes));
  }

  private ApiException tooSlow() {
    return ApiException.of(
        ProblemCode.REQUEST_TIMEOUT,
        "The body did not arrive within %d seconds.".formatted(patience.toSeconds()));
  }
}
