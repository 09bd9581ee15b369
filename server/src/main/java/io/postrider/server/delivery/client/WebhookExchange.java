package io.postrider.server.delivery.client;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.route.Webhook.Header;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt in flight: waits for a connection, sends the request, reads the response. Ends
 * exactly once: by itself, at its deadline, or when the client closes.
 *
 * <p>The receiver may close a reused connection while a request is sent. If the connection ends
 * before a response starts, the request is sent once more over a new connection: deliveries may
 * repeat anyway, and an idle timeout of the receiver is not a failure. The same holds if the
 * response is invalid, because late data of the previous response may precede it.
 *
 * <p>Belongs to one event loop.
 */
final class WebhookExchange {

  /** The most bytes of a response body that are read. */
  static final int MAX_RESPONSE_BYTES = 64 * 1024;

  static final Outcome SENT_TOO_MUCH =
      new Outcome.Unreachable(
          FailureReason.PROTOCOL, "The receiver sent too much data that belongs to no response.");

  static final Outcome OTHER_PROTOCOL =
      new Outcome.Unreachable(
          FailureReason.PROTOCOL,
          "The response is not valid HTTP: it does not begin with HTTP/1. Check scheme and port.");

  private static final long CANCEL = 8;

  /** The future of the response reports failures too. */
  private static final Handler<Throwable> IGNORED = _ -> {};

  private final WebhookClient client;
  private final OriginPool pool;
  private final WebhookRequest request;
  private final Consumer<AttemptResult> done;
  private final long startNanos = System.nanoTime();
  private @Nullable PooledConnection connection;
  private @Nullable HttpClientRequest sent;
  private @Nullable WebhookResponse response;
  private @Nullable InetAddress address;
  private boolean wasReused;
  private boolean repeated;
  private boolean over;

  /** The neighbours in {@link Deadlines}. */
  @Nullable WebhookExchange earlier;

  @Nullable WebhookExchange later;

  WebhookExchange(
      WebhookClient client, OriginPool pool, WebhookRequest request, Consumer<AttemptResult> done) {
    this.client = client;
    this.pool = pool;
    this.request = request;
    this.done = done;
  }

  long startNanos() {
    return startNanos;
  }

  /** Whether a reused connection failed before. */
  boolean needsNewConnection() {
    return repeated;
  }

  void begin(PooledConnection granted) {
    connection = granted;
    address = granted.address();
    wasReused = granted.isReused();
    granted.begin();
    granted
        .http()
        .request(request.target().options())
        .onComplete(opened -> send(granted, opened), failure -> broken(granted, failure));
  }

  private void send(PooledConnection target, HttpClientRequest opened) {
    if (connection != target) {
      var _ = opened.reset(CANCEL);
      return;
    }
    sent = opened;
    opened.exceptionHandler(IGNORED);
    List<Header> headers = request.headers();
    for (int i = 0; i < headers.size(); i++) {
      opened.headers().add(headers.get(i).name(), headers.get(i).value());
    }
    opened
        .response()
        .onComplete(response -> read(target, response), failure -> broken(target, failure));
    var _ = opened.end(request.body());
  }

  private void read(PooledConnection from, HttpClientResponse response) {
    if (connection != from) {
      return;
    }
    WebhookResponse begun = new WebhookResponse(response.statusCode(), response.headers());
    this.response = begun;
    response.exceptionHandler(_ -> stopReading(from));
    response.handler(chunk -> received(from, begun, chunk));
    response.endHandler(_ -> completed(from, response));
  }

  private void received(PooledConnection from, WebhookResponse begun, Buffer chunk) {
    if (connection == from && begun.add(chunk) >= MAX_RESPONSE_BYTES) {
      stopReading(from);
    }
  }

  private void completed(PooledConnection from, HttpClientResponse response) {
    if (connection != from) {
      return;
    }
    connection = null;
    if (from.isShared() || isKeptAlive(response)) {
      pool.release(from);
    } else {
      pool.discard(from);
    }
    end(outcome());
  }

  private static boolean isKeptAlive(HttpClientResponse response) {
    String header = response.headers().get(HttpHeaders.CONNECTION);
    return header == null
        ? response.version() == HttpVersion.HTTP_1_1 && response.statusCode() >= 200
        : header.equalsIgnoreCase("keep-alive");
  }

  /** The body is too long or was cut off; the status is enough. */
  private void stopReading(PooledConnection from) {
    if (connection == from) {
      drop();
      end(outcome());
    }
  }

  private Outcome outcome() {
    WebhookResponse complete = response;
    if (complete == null) {
      throw new IllegalStateException("no response");
    }
    return StatusPolicy.of(
        complete.status(), complete.header(HttpHeaders.RETRY_AFTER), client.context().time());
  }

  /** The connection broke before a response. */
  private void broken(PooledConnection from, Throwable failure) {
    if (connection != from) {
      return;
    }
    boolean endOfConnection = FailureClassifier.isEndOfConnection(failure);
    if (endOfConnection || from.sentTooMuch() || !(failure instanceof StreamResetException)) {
      pool.connectionBroke(from);
    }
    drop();
    if (from.sentTooMuch()) {
      end(SENT_TOO_MUCH);
      return;
    }
    boolean otherProtocol = endOfConnection && from.sentOtherProtocol();
    boolean unreadable =
        otherProtocol || (!from.isShared() && FailureClassifier.isUnreadable(failure));
    if (wasReused && unreadable) {
      pool.sawExcessData();
    }
    if (wasReused && !repeated && (unreadable || endOfConnection)) {
      repeated = true;
      pool.acquire(this);
    } else {
      end(otherProtocol ? OTHER_PROTOCOL : FailureClassifier.outcome(failure));
    }
  }

  /** No connection could be opened. */
  void failed(Outcome outcome, @Nullable InetAddress tried) {
    address = tried;
    end(outcome);
  }

  void expire() {
    if (response != null) {
      drop();
      end(outcome());
    } else if (connection != null) {
      drop();
      end(new Outcome.TimedOut("The receiver did not respond in time."));
    } else {
      String why = pool.waitReason();
      pool.remove(this);
      end(new Outcome.TimedOut(why));
    }
  }

  void stop() {
    if (response != null) {
      drop();
      end(outcome());
      return;
    }
    if (connection != null) {
      drop();
    } else {
      pool.remove(this);
    }
    end(
        new Outcome.Unreachable(
            FailureReason.CONNECTION_RESET, "Cancelled by this node before a response."));
  }

  /** Gives up the connection during the exchange; only HTTP/2 connections can be reused. */
  private void drop() {
    PooledConnection dropped = connection;
    connection = null;
    if (dropped == null) {
      return;
    }
    HttpClientRequest opened = sent;
    sent = null;
    if (opened != null) {
      var _ = opened.reset(CANCEL);
    }
    if (dropped.isShared()) {
      pool.release(dropped);
    } else {
      pool.discard(dropped);
    }
  }

  private void end(Outcome outcome) {
    if (over) {
      return;
    }
    over = true;
    client.ended(this);
    done.accept(new AttemptResult(outcome, System.nanoTime() - startNanos, response, address));
  }
}
