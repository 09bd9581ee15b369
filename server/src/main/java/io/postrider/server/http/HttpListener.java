package io.postrider.server.http;

import io.postrider.server.config.HttpConfig;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.ServerSSLOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

  private static final Duration FIRST_HANDSHAKE = Duration.ofSeconds(5);

  private static final Set<String> TLS_VERSIONS = Set.of("TLSv1.2", "TLSv1.3");

  private final Vertx vertx;
  private final HttpConfig config;
  private final InstantSource time;
  private final InstantSource steadyTime;
  private final Function<Context, LoopHandler> handlers;
  private final AtomicInteger open = new AtomicInteger();
  private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
  private final List<Loop> loops = new CopyOnWriteArrayList<>();
  private final FailureResponses failures;
  private final Http1ServerConfig limits;
  private final @Nullable ServerCertificate certificate;
  private final Promise<Void> limited = Promise.promise();
  private volatile boolean draining;
  private volatile boolean stopping;

  /**
   * A listener that creates one handler per loop, on that loop.
   *
   * @param certificate of the connections; null for plain HTTP
   * @param time the time of {@code Date} headers
   * @param steadyTime measures how long connections take
   */
  public HttpListener(
      Vertx vertx,
      HttpConfig config,
      @Nullable ServerCertificate certificate,
      InstantSource time,
      InstantSource steadyTime,
      Function<Context, LoopHandler> handlers) {
    this.vertx = vertx;
    this.config = config;
    this.certificate = certificate;
    this.time = time;
    this.steadyTime = steadyTime;
    this.handlers = handlers;
    this.failures = new FailureResponses(vertx, System::nanoTime);
    this.limits =
        new Http1ServerConfig()
            .setMaxChunkSize(MAX_CHUNK_BYTES)
            .setMaxHeaderSize(MAX_HEADER_BYTES)
            .setMaxInitialLineLength(MAX_REQUEST_LINE_BYTES);
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
        // the handler that reads the body writes it, after its checks
        .setHandle100ContinueAutomatically(false)
        .setMaxChunkSize(MAX_CHUNK_BYTES)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setMaxInitialLineLength(MAX_REQUEST_LINE_BYTES);
  }

  private HttpServerOptions options() {
    HttpServerOptions options = options(config);
    return certificate == null
        ? options
        : options
            .setSsl(true)
            .setKeyCertOptions(certificate.pem())
            .setSslHandshakeTimeout(config.requestTimeout().toMillis())
            .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
            .setEnabledSecureTransportProtocols(TLS_VERSIONS);
  }

  /** New connections use another certificate; current ones stay. */
  public Future<Void> use(ServerCertificate other) {
    ServerSSLOptions options =
        new ServerSSLOptions()
            .setKeyCertOptions(other.pem())
            .setSslHandshakeTimeout(config.requestTimeout().toMillis())
            .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
            .setEnabledSecureTransportProtocols(TLS_VERSIONS);
    return Future.join(servers.stream().map(server -> server.updateSSLOptions(options)).toList())
        .mapEmpty();
  }

  /** Starts listening; completes with the port. */
  public Future<Integer> listen() {
    DeploymentOptions instances = new DeploymentOptions().setInstances(config.eventLoopCount());
    return vertx
        .deployVerticle(Loop::new, instances)
        .map(deployed -> servers.getFirst().actualPort())
        .compose(port -> certificate == null ? Future.succeededFuture(port) : firstHandshake(port));
  }

  /**
   * Makes the first connection, which no client can be trusted to do: handshakes are limited from
   * then on. If it fails, the first client's does it.
   */
  private Future<Integer> firstHandshake(int port) {
    NetClientOptions options =
        new NetClientOptions()
            .setConnectTimeout((int) FIRST_HANDSHAKE.toMillis())
            .setSsl(true)
            .setSslHandshakeTimeout(FIRST_HANDSHAKE.toMillis())
            .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
            .setTrustAll(true)
            .setHostnameVerificationAlgorithm("");
    NetClient client = vertx.createNetClient(options);
    return client
        .connect(port, ownHost())
        .compose(this::awaitLimit)
        .otherwiseEmpty()
        .compose(done -> client.close())
        .map(port);
  }

  private Future<Void> awaitLimit(NetSocket first) {
    return limited
        .future()
        .timeout(FIRST_HANDSHAKE.toMillis(), TimeUnit.MILLISECONDS)
        .eventually(first::close);
  }

  private String ownHost() {
    try {
      InetAddress address = InetAddress.getByName(config.host());
      return address.isAnyLocalAddress()
          ? InetAddress.getLoopbackAddress().getHostAddress()
          : address.getHostAddress();
    } catch (UnknownHostException e) {
      return config.host();
    }
  }

  /** The number of open connections. */
  public int connections() {
    return open.get();
  }

  /**
   * Every response says {@code Connection: close} and ends its connection: from now on for new
   * requests, and for current ones when this completes.
   */
  public Future<Void> drain() {
    draining = true;
    return Future.join(loops.stream().map(Loop::drain).toList()).mapEmpty();
  }

  /** Accepts no new connections, completes current requests, and closes. */
  public Future<Void> shutdown(Duration patience) {
    stopping = true;
    return Future.join(servers.stream().map(server -> server.shutdown(patience)).toList())
        .mapEmpty();
  }

  /** One event loop's server. */
  private final class Loop extends VerticleBase {

    private final DateHeader date = new DateHeader();
    private final ConnectionTracker connections =
        new ConnectionTracker(
            config,
            certificate != null,
            open,
            failures,
            steadyTime,
            () -> stopping,
            limited::tryComplete);

    @Override
    public Future<?> start() {
      LoopHandler handler = handlers.apply(context);
      context.exceptionHandler(failures::log);
      vertx.setPeriodic(SWEEP_MILLIS, timer -> connections.sweep());
      HttpServer server =
          vertx
              .createHttpServer(options())
              .connectionHandler(this::connected)
              .invalidRequestHandler(
                  request -> {
                    date.put(request, time.millis());
                    InvalidRequestHandler.answer(request);
                  })
              .requestHandler(request -> serve(request, handler));
      servers.add(server);
      loops.add(this);
      return server.listen();
    }

    private Future<Void> drain() {
      Promise<Void> drained = Promise.promise();
      context.runOnContext(
          now -> {
            connections.drain();
            drained.complete();
          });
      return drained.future();
    }

    private void connected(HttpConnection connection) {
      connections.opened(connection, limits);
    }

    private void serve(HttpServerRequest request, LoopHandler handler) {
      ConnectionActivity activity = connections.began(request);
      if (activity == null) {
        return;
      }
      if (draining) {
        activity.drain();
      }
      date.put(request, time.millis());
      InvalidRequest invalid = FramingCheck.check(request);
      if (invalid != null) {
        activity.closing();
        InvalidRequestHandler.answer(request, invalid);
        return;
      }
      request.exceptionHandler(failure -> InvalidRequestHandler.broken(request, failure));
      UnreadResponses unread = activity.unread();
      if (unread.areMany()) {
        request.pause();
        activity.decoder().hold();
        unread.whenRead(() -> context.runOnContext(read -> resume(request, activity, handler)));
      } else {
        handle(request, activity, handler);
      }
    }

    private static void resume(
        HttpServerRequest request, ConnectionActivity activity, LoopHandler handler) {
      if (activity.isClosing() || request.response().ended() || request.response().closed()) {
        return;
      }
      handle(request, activity, handler);
      request.resume();
      activity.decoder().release();
    }

    /** Nothing that a handler throws leaves a request unanswered. */
    private static void handle(
        HttpServerRequest request, ConnectionActivity activity, LoopHandler handler) {
      try {
        handler.handle(request, activity);
      } catch (RuntimeException | Error failure) {
        activity.fail(failure);
      }
    }
  }
}
