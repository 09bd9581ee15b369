package io.postrider.server.commands.receiver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Receives webhooks over plain HTTP, one virtual thread per request. Answers 200, or 403 if the
 * signature is missing or invalid, or 413 if the body is too long, or a failure on demand.
 */
public final class WebhookReceiver implements AutoCloseable {

  /** The longest body; payloads are far shorter. */
  static final int MAX_BODY_BYTES = 1 << 20;

  /** The most requests at a time; further ones wait. */
  private static final int MAX_REQUESTS = 256;

  private static final int BACKLOG = 1_024;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore permits = new Semaphore(MAX_REQUESTS);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicLong verified = new AtomicLong();
  private final InstantSource time;
  private final Consumer<ReceivedWebhook> seen;
  private volatile ReceiverBehaviour behaviour;

  private WebhookReceiver(
      HttpServer server,
      ReceiverBehaviour behaviour,
      InstantSource time,
      Consumer<ReceivedWebhook> seen) {
    this.server = server;
    this.behaviour = behaviour;
    this.time = time;
    this.seen = seen;
  }

  /**
   * Listens.
   *
   * @param seen called for each request when it is answered, by any thread, one at a time
   */
  public static WebhookReceiver open(
      InetSocketAddress address,
      ReceiverBehaviour behaviour,
      InstantSource time,
      Consumer<ReceivedWebhook> seen) {
    try {
      HttpServer server = HttpServer.create(address, BACKLOG);
      WebhookReceiver receiver = new WebhookReceiver(server, behaviour, time, seen);
      server.createContext("/", receiver::handle);
      server.setExecutor(receiver.threads);
      server.start();
      return receiver;
    } catch (IOException e) {
      throw new StartException(
          "Cannot listen on port %d of %s: %s. Choose another one with --port."
              .formatted(address.getPort(), address.getHostString(), e.getMessage()));
    }
  }

  /** The port it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Answers otherwise from now on. Any thread may call. */
  public void behave(ReceiverBehaviour changed) {
    behaviour = changed;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      permits.acquire();
      try {
        answer(exchange);
      } finally {
        permits.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(HttpExchange exchange) throws IOException, InterruptedException {
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    Instant now = time.instant();
    ReceiverBehaviour current = behaviour;
    SignatureState signature =
        SignatureState.of(
            current.secret(), name -> exchange.getRequestHeaders().getFirst(name), body, now);
    int status = status(body, signature, current);
    boolean closed = closing.await(current.delay().toMillis(), TimeUnit.MILLISECONDS);
    if (closed) {
      return;
    }
    String path = exchange.getRequestURI().toString();
    try {
      exchange.sendResponseHeaders(status, -1);
    } finally {
      report(
          new ReceivedWebhook(
              now,
              exchange.getRequestMethod(),
              path,
              new String(body, StandardCharsets.UTF_8),
              body.length,
              signature,
              status));
    }
  }

  private int status(byte[] body, SignatureState signature, ReceiverBehaviour current) {
    if (body.length > MAX_BODY_BYTES) {
      return 413;
    }
    return switch (signature) {
      case INVALID, MISSING -> 403;
      case VALID, UNCHECKED ->
          current.failures().fails(verified.getAndIncrement()) ? current.failStatus() : 200;
    };
  }

  private synchronized void report(ReceivedWebhook webhook) {
    seen.accept(webhook);
  }

  /** Stops at once. Requests that wait are not answered. */
  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
