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
 * One attempt under way: waits for a connection, sends, reads the answer, ends. Ends exactly once,
 * by itself, by its deadline or by the client's closing.
 *
 * <p>A connection that was kept may have been closed by the receiver while the request was on its
 * way. If it ends before anything of an answer came, the request is sent once more over a new one:
 * every delivery may be repeated anyway, and a receiver's idle time-out is not a failure. The same
 * if it cannot be read: what was left of the answer before may have come late, in front of it.
 *
 * <p>Belongs to one event loop.
 */
final class WebhookExchange {

  /** As much of an answer's body as is read. */
  static final int MAX_ANSWER_BYTES = 64 * 1024;

  /** HTTP/2: no longer interested. */
  private static final long CANCEL = 8;

  /** Failures come by the future of the answer as well. */
  private static final Handler<Throwable> IGNORED = _ -> {};

  private final WebhookClient client;
  private final OriginPool lane;
  private final WebhookRequest request;
  private final Consumer<AttemptResult> done;
  private final long startNanos = System.nanoTime();
  private @Nullable PooledConnection line;
  private @Nullable HttpClientRequest sent;
  private @Nullable WebhookResponse answer;
  private @Nullable InetAddress address;
  private boolean lineWasKept;
  private boolean repeated;
  private boolean over;

  /** The neighbours in {@link Deadlines}. */
  @Nullable WebhookExchange earlier;

  @Nullable WebhookExchange later;

  WebhookExchange(
      WebhookClient client, OriginPool lane, WebhookRequest request, Consumer<AttemptResult> done) {
    this.client = client;
    this.lane = lane;
    this.request = request;
    this.done = done;
  }

  long startNanos() {
    return startNanos;
  }

  /** Whether a kept connection has already failed it. */
  boolean wantsFreshLine() {
    return repeated;
  }

  /** Sends over a connection. */
  void begin(PooledConnection granted) {
    line = granted;
    address = granted.address();
    lineWasKept = granted.isKept();
    granted.begin();
    granted
        .connection()
        .request(request.target().options())
        .onComplete(opened -> send(granted, opened), failure -> broken(granted, failure));
  }

  private void send(PooledConnection by, HttpClientRequest opened) {
    if (line != by) {
      var _ = opened.reset(CANCEL);
      return;
    }
    sent = opened;
    opened.exceptionHandler(IGNORED);
    List<Header> headers = request.headers();
    for (int i = 0; i < headers.size(); i++) {
      opened.headers().add(headers.get(i).name(), headers.get(i).value());
    }
    opened.response().onComplete(response -> read(by, response), failure -> broken(by, failure));
    var _ = opened.end(request.body());
  }

  private void read(PooledConnection from, HttpClientResponse response) {
    if (line != from) {
      return;
    }
    WebhookResponse begun = new WebhookResponse(response.statusCode(), response.headers());
    answer = begun;
    response.exceptionHandler(_ -> cut(from));
    response.handler(piece -> more(from, begun, piece));
    response.endHandler(_ -> whole(from, response));
  }

  private void more(PooledConnection from, WebhookResponse begun, Buffer piece) {
    if (line == from && begun.add(piece) >= MAX_ANSWER_BYTES) {
      cut(from);
    }
  }

  /** The answer came to its end. */
  private void whole(PooledConnection from, HttpClientResponse response) {
    if (line != from) {
      return;
    }
    line = null;
    if (from.isShared() || isKept(response)) {
      lane.release(from);
    } else {
      lane.discard(from);
    }
    end(verdict());
  }

  private static boolean isKept(HttpClientResponse response) {
    String connection = response.headers().get(HttpHeaders.CONNECTION);
    return connection == null
        ? response.version() == HttpVersion.HTTP_1_1 && response.statusCode() >= 200
        : connection.equalsIgnoreCase("keep-alive");
  }

  /** The answer goes on for too long, or was broken off: its status is enough. */
  private void cut(PooledConnection from) {
    if (line == from) {
      drop();
      end(verdict());
    }
  }

  private Outcome verdict() {
    WebhookResponse complete = answer;
    if (complete == null) {
      throw new IllegalStateException("a verdict without an answer");
    }
    return StatusPolicy.of(
        complete.status(), complete.header(HttpHeaders.RETRY_AFTER), client.outside().time());
  }

  /** The connection broke before an answer came. */
  private void broken(PooledConnection from, Throwable failure) {
    if (line != from) {
      return;
    }
    if (!(failure instanceof StreamResetException)) {
      lane.broke(from);
    }
    drop();
    boolean unreadable = !from.isShared() && FailureClassifier.isUnreadable(failure);
    if (lineWasKept && unreadable) {
      lane.spoiled();
    }
    if (lineWasKept && !repeated && (unreadable || FailureClassifier.isEndOfConnection(failure))) {
      repeated = true;
      lane.want(this);
    } else {
      end(FailureClassifier.outcome(failure));
    }
  }

  /** There is no connection. */
  void failed(Outcome outcome, @Nullable InetAddress tried) {
    address = tried;
    end(outcome);
  }

  /** Time is up. */
  void expire() {
    if (answer != null) {
      drop();
      end(verdict());
    } else if (line != null) {
      drop();
      end(new Outcome.TimedOut("No answer came in time."));
    } else {
      String why = lane.whyNone();
      lane.forget(this);
      end(new Outcome.TimedOut(why));
    }
  }

  /** The client closes. */
  void stop() {
    if (answer != null) {
      drop();
      end(verdict());
      return;
    }
    if (line != null) {
      drop();
    } else {
      lane.forget(this);
    }
    end(
        new Outcome.Unreachable(
            FailureReason.CONNECTION_RESET, "Broken off here, before an answer came."));
  }

  /** Lets go of the connection in the middle of the exchange: only HTTP/2 can go on using it. */
  private void drop() {
    PooledConnection dropped = line;
    line = null;
    if (dropped == null) {
      return;
    }
    HttpClientRequest opened = sent;
    sent = null;
    if (opened != null) {
      var _ = opened.reset(CANCEL);
    }
    if (dropped.isShared()) {
      lane.release(dropped);
    } else {
      lane.discard(dropped);
    }
  }

  private void end(Outcome outcome) {
    if (over) {
      return;
    }
    over = true;
    client.ended(this);
    done.accept(new AttemptResult(outcome, System.nanoTime() - startNanos, answer, address));
  }
}
