package io.postrider.server.http;

import io.netty.util.NetUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The state of one connection: idle, sending a request, waiting for the response, or closing. Each
 * state has a deadline, and so have responses that the peer does not read.
 *
 * <p>Belongs to the connection's event loop.
 */
public final class ConnectionActivity {

  /** The state has changed since the last sweep, which sets the time. */
  private static final long SINCE_NOW = Long.MIN_VALUE;

  private final RequestDecoder decoder;
  private final UnreadResponses unread;
  private final FailureResponses failures;
  private final String peer;
  private State state = State.IDLE;
  private final InstantSource steadyTime;
  private long sinceMillis;
  private @Nullable HttpServerRequest current;

  private enum State {
    IDLE,
    SENDING,
    WAITING,
    CLOSING
  }

  ConnectionActivity(
      HttpConnection connection,
      RequestDecoder decoder,
      FailureResponses failures,
      InstantSource steadyTime) {
    this.decoder = decoder;
    this.unread = UnreadResponses.of(connection);
    this.failures = failures;
    SocketAddress address = connection.remoteAddress();
    String literal = address == null ? null : address.hostAddress();
    this.peer =
        literal == null ? "0.0.0.0" : NetUtil.toAddressString(InetAddress.ofLiteral(literal));
    this.steadyTime = steadyTime;
    this.sinceMillis = steadyTime.millis();
  }

  /** The peer's address in canonical form. */
  public String peer() {
    return peer;
  }

  RequestDecoder decoder() {
    return decoder;
  }

  UnreadResponses unread() {
    return unread;
  }

  /** A request begins; false if the connection is being closed. */
  boolean began(HttpServerRequest request) {
    if (state == State.CLOSING) {
      return false;
    }
    decoder.began();
    state = State.SENDING;
    sinceMillis = steadyTime.millis();
    current = request;
    return true;
  }

  /** The request is complete; the peer waits for the response unless it has it already. */
  public void received() {
    if (state == State.SENDING) {
      state = State.WAITING;
      sinceMillis = SINCE_NOW;
    }
  }

  /** The response is written. */
  public void answered() {
    current = null;
    if (state != State.CLOSING) {
      state = State.IDLE;
      sinceMillis = steadyTime.millis();
    }
  }

  /** No further request is served; the response that is written now is the last one. */
  void closing() {
    state = State.CLOSING;
    sinceMillis = SINCE_NOW;
    current = null;
    decoder.discard();
  }

  /**
   * An unexpected exception ended the handling of the current request: answers it and closes the
   * connection, unless it is answered already.
   */
  public void fail(Throwable failure) {
    HttpServerRequest request = current;
    if (request == null) {
      failures.log(failure);
    } else {
      closing();
      failures.send(request, failure);
    }
  }

  /** Announces the close of the connection with the current response, if it is not written yet. */
  void drain() {
    if (current != null) {
      announceClose(current);
    }
  }

  /** Adds {@code Connection: close} to the response of a request, and closes after it. */
  static void announceClose(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    if (!response.headWritten()) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      response.bodyEndHandler(end -> request.connection().close());
    }
  }

  /** How long the peer has sent no complete head; -1 if a request is under way. */
  long idleMillis(long nowMillis) {
    return state == State.IDLE ? Math.max(0, nowMillis - sinceMillis) : -1;
  }

  /** Closes the connection, whatever it does. */
  void closeNow() {
    closing();
    unread.closeNow();
  }

  boolean isClosing() {
    return state == State.CLOSING;
  }

  /** Ends what exceeds its deadline; runs about once a second. */
  void sweep(long nowMillis, ConnectionDeadlines deadlines) {
    if (unread.blockedMillis(nowMillis) > deadlines.writeMillis()) {
      unread.closeNow();
      return;
    }
    if (sinceMillis == SINCE_NOW) {
      sinceMillis = nowMillis;
    }
    long millis = nowMillis - sinceMillis;
    switch (state) {
      case IDLE -> closeIf(millis > deadlines.idleMillis());
      case SENDING -> closeIf(millis > deadlines.requestMillis());
      case WAITING -> {
        if (millis > deadlines.responseMillis()) {
          answerLate();
        }
      }
      case CLOSING -> closeIf(millis > deadlines.writeMillis());
    }
  }

  /** A response that has begun is a stream, which may last. */
  private void answerLate() {
    HttpServerRequest late = current;
    if (late != null && !late.response().headWritten()) {
      closing();
      failures.sendLate(late);
    }
  }

  private void closeIf(boolean overdue) {
    if (overdue) {
      unread.closeNow();
    }
  }
}
