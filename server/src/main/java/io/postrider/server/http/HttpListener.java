package io.postrider.server.http;

import io.postrider.server.config.HttpConfig;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * One HTTP server per event loop, all on one port.
 *
 * <p>Every loop has its own handler, so a handler's buffers belong to one thread.
 */
public final class HttpListener {

  private static final long SWEEP_MILLIS = 1_000;
  private static final int MAX_HEADER_BYTES = 16 * 1024;
  private static final int MAX_REQUEST_LINE_BYTES = 8 * 1024;

  /** The largest part of a body passed on at once: as much as one socket read returns. */
  private static final int MAX_CHUNK_BYTES = 64 * 1024;

  private static final int BACKLOG = 4_096;

  private final Vertx vertx;
  private final HttpConfig config;
  private final InstantSource time;
  private final Function<Context, LoopHandler> handlers;
  private final AtomicInteger open = new AtomicInteger();
  private final List<HttpServer> servers = new CopyOnWriteArrayList<>();

  /** A listener that creates one handler per loop, on that loop. */
  public HttpListener(
      Vertx vertx, HttpConfig config, InstantSource time, Function<Context, LoopHandler> handlers) {
    this.vertx = vertx;
    this.config = config;
    this.time = time;
    this.handlers = handlers;
  }

  /** The server options; the baselines of benchmarks use the same. */
  public static HttpServerOptions options(HttpConfig config) {
    return new HttpServerOptions()
        .setHost(config.host())
        .setPort(config.port())
        .setAcceptBacklog(BACKLOG)
        .setTcpNoDelay(true)
        .setHttp2ClearTextEnabled(false)
        // WebSocket is unused, and its handler closes a connection that pipelines
        .setPerMessageWebSocketCompressionSupported(false)
        .setPerFrameWebSocketCompressionSupported(false)
        .setHandle100ContinueAutomatically(true)
        .setMaxChunkSize(MAX_CHUNK_BYTES)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setMaxInitialLineLength(MAX_REQUEST_LINE_BYTES);
  }

  /** Starts listening; completes with the port. */
  public Future<Integer> listen() {
    DeploymentOptions instances = new DeploymentOptions().setInstances(config.eventLoopCount());
    return vertx
        .deployVerticle(Loop::new, instances)
        .map(deployed -> servers.getFirst().actualPort());
  }

  /** The number of open connections. */
  public int connections() {
    return open.get();
  }

  /** Accepts no new connections, completes current requests, and closes. */
  public Future<Void> shutdown(Duration patience) {
    return Future.join(servers.stream().map(server -> server.shutdown(patience)).toList())
        .mapEmpty();
  }

  /** One event loop's server. */
  private final class Loop extends VerticleBase {

    private final DateHeader date = new DateHeader();

    @Override
    public Future<?> start() {
      ConnectionTracker connections = new ConnectionTracker(config, open);
      LoopHandler handler = handlers.apply(context);
      vertx.setPeriodic(SWEEP_MILLIS, timer -> connections.sweep(time.millis()));
      HttpServer server =
          vertx
              .createHttpServer(options(config))
              .connectionHandler(connection -> connections.opened(connection, time.millis()))
              .invalidRequestHandler(
                  request -> {
                    date.put(request, time.millis());
                    InvalidRequestHandler.answer(request);
                  })
              .requestHandler(request -> serve(request, connections, handler));
      servers.add(server);
      return server.listen();
    }

    private void serve(
        HttpServerRequest request, ConnectionTracker connections, LoopHandler handler) {
      long nowMillis = time.millis();
      ConnectionActivity activity = connections.began(request.connection(), nowMillis);
      if (activity == null) {
        return;
      }
      date.put(request, nowMillis);
      if (!FramingCheck.isUnambiguous(request)) {
        connections.refused(request.connection());
        InvalidRequestHandler.answer(request);
        return;
      }
      request.exceptionHandler(failure -> InvalidRequestHandler.broken(request, failure));
      UnreadResponses unread = UnreadResponses.of(request.connection());
      if (unread.areMany()) {
        request.pause();
        unread.whenRead(() -> context.runOnContext(read -> resume(request, activity, handler)));
      } else {
        handler.handle(request, activity);
      }
    }

    private static void resume(
        HttpServerRequest request, ConnectionActivity activity, LoopHandler handler) {
      handler.handle(request, activity);
      request.resume();
    }
  }
}
