package io.postrider.server.http;

import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Problems;
import io.postrider.server.http.admin.ResponseWriter;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last resort: answers requests whose handling failed unexpectedly or took too long, closes
 * their connections, and logs one line each ten seconds.
 *
 * <p>Shared by the event loops; {@link #send} and {@link #sendLate} run on that of the request.
 */
final class FailureResponses {

  static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(FailureResponses.class);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
  private static final int SHOWN_FRAMES = 8;

  private final Vertx vertx;
  private final LogThrottle failures;
  private final LogThrottle late;

  FailureResponses(Vertx vertx, LongSupplier nanoTime) {
    this.vertx = vertx;
    this.failures = new LogThrottle(BETWEEN_LINES, nanoTime);
    this.late = new LogThrottle(BETWEEN_LINES, nanoTime);
  }

  /** Answers a request that failed, unless its response has begun, and closes. */
  void send(HttpServerRequest request, Throwable failure) {
    log(failure);
    answer(
        request,
        "The request failed unexpectedly; retry later.",
        ApiException.of(ProblemCode.INTERNAL, "The request failed; see the server's log."));
  }

  /** Logs what no request is known for; its deadline answers it. */
  void log(Throwable failure) {
    long skipped = failures.admit();
    if (skipped != LogThrottle.SKIP) {
      LOG.atError()
          .addKeyValue("notLogged", skipped)
          .log("A request failed unexpectedly: {}", line(failure));
    }
  }

  /** Answers a request that took too long, unless its response has begun, and closes. */
  void sendLate(HttpServerRequest request) {
    long skipped = late.admit();
    if (skipped != LogThrottle.SKIP) {
      LOG.atWarn()
          .addKeyValue("notLogged", skipped)
          .log("A request was not answered within http.response-timeout; it gets 503.");
    }
    String message = "The request took too long; retry later.";
    answer(request, message, ApiException.unavailable(message, RETRY_AFTER));
  }

  private void answer(HttpServerRequest request, String message, ApiException problem) {
    HttpServerResponse response = request.response();
    if (response.headWritten() || response.closed()) {
      var _ = request.connection().close();
      return;
    }
    ConnectionActivity.announceClose(request);
    String path = request.path();
    if (path != null && path.startsWith("/v1/")) {
      response.setStatusCode(503);
      response.putHeader("Content-Type", "application/json");
      response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
      response.putHeader("Retry-After", Long.toString(RETRY_AFTER.toSeconds()));
      var _ =
          response.end(
              "{\"success\":false,\"code\":\"unavailable\",\"message\":\""
                  + message
                  + "\",\"error\":\""
                  + message
                  + "\"}");
    } else {
      ResponseWriter.send(vertx, request, Problems.answer(problem));
    }
  }

  /** An exception in one line, without its message, which may contain what the client sent. */
  private static String line(Throwable failure) {
    return Arrays.stream(failure.getStackTrace())
        .limit(SHOWN_FRAMES)
        .map(StackTraceElement::toString)
        .collect(Collectors.joining(" < ", failure.getClass().getName() + " at ", ""));
  }
}
