package io.postrider.server.ingest;

import io.postrider.message.ErrorCode;
import io.postrider.message.MessageLimits;
import io.postrider.message.Rejection;
import io.postrider.route.Catalog;
import io.postrider.server.http.BodyBudget;
import io.postrider.server.http.ConnectionActivity;
import io.postrider.server.http.Expectation;
import io.postrider.server.http.InvalidRequestHandler;
import io.postrider.server.http.LoopHandler;
import io.postrider.server.tracing.Tracing;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tracking API on one event loop: paths, methods and request bodies. */
public final class TrackingHandler implements LoopHandler {

  private static final Rejection UNKNOWN_ENCODING =
      new Rejection(
          ErrorCode.INVALID_JSON,
          "The Content-Encoding is not supported; send the body uncompressed or with gzip.");
  private static final Rejection INVALID_GZIP =
      new Rejection(
          ErrorCode.INVALID_JSON, "The body is not valid gzip, though Content-Encoding says so.");
  private static final Rejection TOO_MANY_MEMBERS =
      new Rejection(
          ErrorCode.INVALID_JSON,
          "The body has more than %,d gzip members.".formatted(GzipInflater.MAX_MEMBERS));

  private final Supplier<Catalog> catalog;
  private final Collector collector;
  private final WriteKeyAuth auth;
  private final InstantSource time;
  private final BodyBudget bodies;
  private final BodyArrayPool arrays;
  private final @Nullable Tracing tracing;
  private final GzipInflater inflater = new GzipInflater(MessageLimits.BODY_BYTES);

  /** The collector belongs to the event loop. */
  TrackingHandler(Ingest shared, Supplier<Catalog> catalog, Collector collector) {
    this.catalog = catalog;
    this.collector = collector;
    this.auth = shared.auth;
    this.time = shared.time;
    this.bodies = shared.memory.bodies();
    this.tracing = shared.tracing;
    this.arrays = new BodyArrayPool(shared.memory.pooledBodyBytes());
  }

  @Override
  public void handle(HttpServerRequest request, ConnectionActivity activity) {
    TrackingExchange exchange =
        new TrackingExchange(request, activity, tracing == null ? 0 : tracing.nowNanos());
    TrackingPath path = TrackingPath.parse(request.path());
    HttpMethod method = request.method();
    if (path == null) {
      TrackingResponses.mistake(
          exchange, 404, "not_found", "The tracking API has no path " + request.path() + ".");
    } else if (method.equals(HttpMethod.OPTIONS)) {
      exchange.answerPreflight();
    } else if (path instanceof TrackingPath.Settings settings) {
      if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
        answerSettings(exchange, settings.writeKey());
      } else {
        rejectMethod(exchange, "GET, HEAD, OPTIONS");
      }
    } else if (method.equals(HttpMethod.POST)) {
      receive(exchange, path);
    } else {
      rejectMethod(exchange, "POST, OPTIONS");
    }
  }

  private static void rejectMethod(TrackingExchange exchange, String allowed) {
    exchange.request().response().putHeader(HttpHeaders.ALLOW, allowed);
    TrackingResponses.mistake(
        exchange, 405, "method_not_allowed", "This path supports " + allowed + " only.");
  }

  private void answerSettings(TrackingExchange exchange, String writeKey) {
    if (catalog.get().sourceOf(writeKey, time.instant()) == null) {
      TrackingResponses.mistake(exchange, 404, "not_found", "No source has this write key.");
    } else {
      TrackingResponses.settings(exchange, writeKey);
    }
  }

  private void receive(TrackingExchange exchange, TrackingPath path) {
    HttpServerRequest request = exchange.request();
    if (path instanceof TrackingPath.LibraryMetrics) {
      discard(request);
      request.endHandler(
          end -> {
            exchange.activity().received();
            TrackingResponses.success(exchange);
          });
      Expectation.proceed(request);
      return;
    }
    HeaderKey key = auth.header(request.getHeader(HttpHeaders.AUTHORIZATION), time.instant());
    exchange.headerKey(key);
    if (key.denied() != null) {
      collector.reject(exchange, null, key.denied());
      discard(request);
      return;
    }
    read(exchange, path);
  }

  private void read(TrackingExchange exchange, TrackingPath path) {
    HttpServerRequest request = exchange.request();
    BodyBuffer body =
        new BodyBuffer(
            request.getHeader(HttpHeaders.CONTENT_LENGTH),
            arrays,
            bodies,
            exchange.headerKey().isKnown());
    request.handler(piece -> add(exchange, body, piece));
    request.exceptionHandler(
        failure -> {
          body.release();
          InvalidRequestHandler.broken(request, failure);
        });
    request.endHandler(end -> finish(exchange, path, body));
    Expectation.proceed(request);
  }

  private void add(TrackingExchange exchange, BodyBuffer body, Buffer piece) {
    HttpServerRequest request = exchange.request();
    try {
      switch (body.add(piece)) {
        case READ -> {}
        case NO_MEMORY -> {
          collector.rejectBody(exchange);
          discard(request);
        }
        case ENDLESS -> {
          request.handler(null);
          collector.reject(exchange, null, Rejection.BODY_TOO_LARGE);
          var _ = request.connection().close();
        }
      }
    } catch (RuntimeException | Error failure) {
      body.release();
      exchange.fail(failure);
    }
  }

  private void finish(TrackingExchange exchange, TrackingPath path, BodyBuffer body) {
    exchange.activity().received();
    try {
      received(exchange, path, body);
    } catch (RuntimeException | Error failure) {
      exchange.fail(failure);
    } finally {
      body.release();
    }
  }

  /**
   * Discards the rest of the body of a request that is answered already, so that the client reads
   * the response. A client that sends far too much is disconnected.
   */
  private static void discard(HttpServerRequest request) {
    long[] discardedBytes = {0};
    request.endHandler(end -> {});
    request.handler(
        piece -> {
          discardedBytes[0] += piece.length();
          if (discardedBytes[0] > BodyBuffer.MAX_READ) {
            request.handler(null);
            var _ = request.connection().close();
          }
        });
  }

  private void received(TrackingExchange exchange, TrackingPath path, BodyBuffer body) {
    if (body.tooLarge()) {
      collector.reject(exchange, null, Rejection.BODY_TOO_LARGE);
      return;
    }
    String encoding = exchange.request().getHeader(HttpHeaders.CONTENT_ENCODING);
    if (encoding == null || encoding.equalsIgnoreCase("identity")) {
      collector.accept(exchange, path, body.bytes(), body.length());
    } else if (encoding.equalsIgnoreCase("gzip") || encoding.equalsIgnoreCase("x-gzip")) {
      receivedGzip(exchange, path, body);
    } else {
      collector.reject(exchange, null, UNKNOWN_ENCODING);
    }
  }

  private void receivedGzip(TrackingExchange exchange, TrackingPath path, BodyBuffer body) {
    int length = inflater.inflate(body.bytes(), body.length());
    if (length == GzipInflater.INVALID) {
      collector.reject(exchange, null, INVALID_GZIP);
    } else if (length == GzipInflater.TOO_MANY_MEMBERS) {
      collector.reject(exchange, null, TOO_MANY_MEMBERS);
    } else {
      collector.accept(exchange, path, inflater.bytes(), length);
    }
  }
}
