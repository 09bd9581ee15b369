package io.postrider.server.delivery;

import io.postrider.server.delivery.TestCertificates.Identity;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemKeyCertOptions;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A webhook receiver that offers HTTP/2 by ALPN, on 127.0.0.1. Answers 200 by default. */
public final class Http2Receiver implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 30;

  private final HttpServer server;
  private final AtomicInteger connections = new AtomicInteger();
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private final Queue<HttpVersion> versions = new ConcurrentLinkedQueue<>();
  private volatile Handler<HttpServerRequest> usual = request -> request.response().end();

  private Http2Receiver(Vertx vertx, Identity identity, long maxStreams) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setSsl(true)
            .setUseAlpn(true)
            .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
            .setInitialSettings(new Http2Settings().setMaxConcurrentStreams(maxStreams))
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .setCertValue(Buffer.buffer(identity.chainPem()))
                    .setKeyValue(Buffer.buffer(identity.keyPem())));
    server =
        vertx
            .createHttpServer(options)
            .connectionHandler(connection -> connections.incrementAndGet())
            .requestHandler(this::receive);
  }

  /** Listens, and lets each connection carry so many requests at once. */
  public static Http2Receiver open(Vertx vertx, Identity identity, long maxStreams) {
    Http2Receiver receiver = new Http2Receiver(vertx, identity, maxStreams);
    await(receiver.server.listen(0, "127.0.0.1"));
    return receiver;
  }

  /** Sets the behaviour for complete requests. */
  public Http2Receiver always(Handler<HttpServerRequest> behaviour) {
    usual = behaviour;
    return this;
  }

  public String url(String host, String path) {
    return "https://" + host + ":" + server.actualPort() + path;
  }

  public List<Received> received() {
    return List.copyOf(received);
  }

  /** The version of each request. */
  public List<HttpVersion> versions() {
    return List.copyOf(versions);
  }

  /** The number of connections ever accepted. */
  public int connections() {
    return connections.get();
  }

  private void receive(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              List<Map.Entry<String, String>> headers = List.copyOf(request.headers().entries());
              received.add(
                  new Received(
                      request.method().name(),
                      request.uri(),
                      headers,
                      body.getBytes(),
                      connections.get()));
              versions.add(request.version());
              usual.handle(request);
            });
  }

  @Override
  public void close() {
    await(server.close());
  }

  private static <T> void await(Future<T> future) {
    try {
      future.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
