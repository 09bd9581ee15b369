package io.postrider.server;

import io.micrometer.core.instrument.Gauge;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.config.Config;
import io.postrider.server.config.HttpConfig;
import io.postrider.server.config.StartException;
import io.postrider.server.http.CertificateReload;
import io.postrider.server.http.HttpListener;
import io.postrider.server.http.LoopHandler;
import io.postrider.server.http.ServerCertificate;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ports of a node: one for everything, or one for the tracking API and one for the admin API,
 * with TLS if it is configured.
 */
final class Listeners {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** A listener of the admin API gets this part of all connections from clients. */
  private static final int ADMIN_PART = 8;

  private static final String TRACKING_OPTION = "--port";
  private static final String ADMIN_OPTION = "--admin.port";

  private final HttpListener tracking;
  private final @Nullable HttpListener admin;
  private int port;
  private int adminPort;

  private Listeners(HttpListener tracking, @Nullable HttpListener admin) {
    this.tracking = tracking;
    this.admin = admin;
  }

  /**
   * Fails early if a port is taken: a node that cannot start creates no source and delivers
   * nothing. Binds without listening, so that no client takes the node for ready.
   */
  static void checkPorts(Config config) {
    check(config.http(), TRACKING_OPTION);
    config.adminHttp().ifPresent(admin -> check(admin, ADMIN_OPTION));
  }

  private static void check(HttpConfig http, String option) {
    try (Socket socket = new Socket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(http.host(), http.port()));
    } catch (IOException e) {
      throw new StartException(whyNotListening(http, option, String.valueOf(e.getMessage())));
    }
  }

  /**
   * Listens.
   *
   * @param certificate of all listeners; empty for plain HTTP
   * @param handlers makes the handler of an event loop for the tracking API, and for all others if
   *     there is one listener
   * @param adminHandlers makes the handler of an event loop for a listener of the admin API
   */
  static Listeners open(
      NodeContext node,
      Optional<ServerCertificate> certificate,
      Function<Context, LoopHandler> handlers,
      Function<Context, LoopHandler> adminHandlers,
      ClosingStack closing) {
    HttpConfig http = node.config().http();
    Optional<HttpConfig> adminConfig = node.config().adminHttp();
    int connections = node.limits().clientConnections();
    int adminConnections = adminConfig.isEmpty() ? 0 : Math.max(1, connections / ADMIN_PART);
    HttpListener tracking =
        listener(
            node, http.withMaxConnections(connections - adminConnections), certificate, handlers);
    HttpListener admin =
        adminConfig
            .map(
                config ->
                    listener(
                        node,
                        config.withMaxConnections(adminConnections),
                        certificate,
                        adminHandlers))
            .orElse(null);
    Listeners listeners = new Listeners(tracking, admin);
    if (admin != null) {
      listeners.adminPort = listen(admin, adminConfig.orElseThrow(), ADMIN_OPTION);
      closing.add(() -> Server.await(admin.shutdown(TIMEOUT)));
    }
    listeners.port = listen(tracking, http, TRACKING_OPTION);
    closing.add(() -> Server.await(tracking.shutdown(TIMEOUT)));
    certificate.ifPresent(used -> closing.add(listeners.reload(node, used)));
    return listeners;
  }

  private static HttpListener listener(
      NodeContext node,
      HttpConfig http,
      Optional<ServerCertificate> certificate,
      Function<Context, LoopHandler> handlers) {
    return new HttpListener(
        node.vertx(), http, certificate.orElse(null), node.time(), node.steadyTime(), handlers);
  }

  private CertificateReload reload(NodeContext node, ServerCertificate current) {
    Vertx vertx = node.vertx();
    CertificateReload reload =
        new CertificateReload(
                current,
                () -> ServerCertificate.read(vertx, node.config().http().tls()).orElseThrow(),
                other -> Server.await(Future.join(all().map(one -> one.use(other)).toList())),
                node.time())
            .start();
    Gauge.builder(
            "postrider.tls.certificate.expiry", reload, used -> used.expires().getEpochSecond())
        .description("When the certificate of the service expires, in seconds since 1970")
        .baseUnit("seconds")
        .register(node.metrics());
    return reload;
  }

  private Stream<HttpListener> all() {
    return Stream.concat(Stream.of(tracking), Stream.ofNullable(admin));
  }

  private static int listen(HttpListener listener, HttpConfig http, String option) {
    try {
      return Server.await(listener.listen());
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof IOException cause) {
        throw new StartException(whyNotListening(http, option, String.valueOf(cause.getMessage())));
      }
      throw e;
    }
  }

  /** The native transport and the JDK throw different exceptions with the same text. */
  private static String whyNotListening(HttpConfig http, String option, String message) {
    return message.contains("already in use")
        ? "Port "
            + http.port()
            + " is in use. Stop the process that uses it, or choose another port with "
            + option
            + "."
        : "Cannot listen on port " + http.port() + " of " + http.host() + ": " + message;
  }

  /** The port of the tracking API. */
  int port() {
    return port;
  }

  /** The port of the admin API and the dashboard. */
  int adminPort() {
    return admin == null ? port : adminPort;
  }

  /** Every response from now on is the last of its connection. */
  Future<?> drain() {
    return Future.join(all().map(HttpListener::drain).toList());
  }
}
