package io.postrider.server.http.admin;

import io.postrider.server.http.BodyBudget;
import io.postrider.server.http.Expectation;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/**
 * Reads a request's body with a size limit and a timeout, in memory of the budget of all bodies.
 *
 * <p>Runs on the request's event loop. Never buffers more than the limit.
 */
final class RequestBody {

  /** A growing buffer, and the array that it becomes. */
  private static final int COPIES = 3;

  private final Vertx vertx;
  private final Duration patience;
  private final BodyBudget budget;

  RequestBody(Vertx vertx, Duration patience, BodyBudget budget) {
    this.vertx = vertx;
    this.patience = patience;
    this.budget = budget;
  }

  /**
   * The whole body, or an {@link ApiException}.
   *
   * @param known whether the request has a valid token
   */
  Future<byte[]> read(HttpServerRequest request, int limitBytes, boolean known) {
    Promise<byte[]> whole = Promise.promise();
    Buffer read = Buffer.buffer();
    if (statedLengthBytes(request) > limitBytes) {
      whole.tryFail(tooLarge(limitBytes));
    }
    request.handler(
        chunk -> {
          if (read.length() + chunk.length() > limitBytes) {
            whole.tryFail(tooLarge(limitBytes));
          } else if (whole.future().isComplete()) {
            return;
          } else if (budget.take(COPIES * chunk.length(), known)) {
            read.appendBuffer(chunk);
          } else {
            whole.tryFail(noMemory());
          }
        });
    request.exceptionHandler(failure -> whole.tryFail(brokenOff()));
    request.endHandler(end -> whole.tryComplete(read.getBytes()));
    if (!whole.future().isComplete()) {
      Expectation.proceed(request);
    }
    long timer = vertx.setTimer(patience.toMillis(), id -> whole.tryFail(tooSlow()));
    return whole
        .future()
        .onComplete(
            done -> {
              vertx.cancelTimer(timer);
              budget.give(COPIES * read.length());
            });
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
    return ApiException.with(
        ProblemCode.BAD_REQUEST, "The body is incomplete or malformed.", "Connection", "close");
  }

  private static ApiException tooLarge(int limitBytes) {
    return ApiException.of(
        ProblemCode.BODY_TOO_LARGE, "The body exceeds %,d bytes.".formatted(limitBytes));
  }

  private static ApiException noMemory() {
    return ApiException.with(
        ProblemCode.TOO_MANY_REQUESTS,
        "The memory for request bodies is in use; retry.",
        "Retry-After",
        Integer.toString(BodyBudget.RETRY_SECONDS));
  }

  private ApiException tooSlow() {
    return ApiException.of(
        ProblemCode.REQUEST_TIMEOUT,
        "The body did not arrive within %d seconds.".formatted(patience.toSeconds()));
  }
}
