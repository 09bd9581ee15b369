package io.postrider.server.http;

import io.netty.util.NetUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;

/**
 * One connection and what it is doing: quiet, sending a request, or waiting for our answer.
 *
 * <p>Belongs to the connection's event loop.
 */
public final class ConnectionActivity {

  private final HttpConnection connection;
  private final String peer;
  private State state = State.QUIET;
  private long sinceMillis;

  private enum State {
    QUIET,
    SENDING,
    WAITING
  }

  ConnectionActivity(HttpConnection connection, long nowMillis) {
    this.connection = connection;
    SocketAddress address = connection.remoteAddress();
    String literal = address == null ? null : address.hostAddress();
    this.peer =
        literal == null ? "0.0.0.0" : NetUtil.toAddressString(InetAddress.ofLiteral(literal));
    this.sinceMillis = nowMillis;
  }

  /** The address at the other end, in its usual spelling. */
  public String peer() {
    return peer;
  }

  /** The whole request is here; from now on it is we who take time, if it is not answered yet. */
  public void received() {
    if (state == State.SENDING) {
      state = State.WAITING;
    }
  }

  void began(long nowMillis) {
    state = State.SENDING;
    sinceMillis = nowMillis;
  }

  /** The answer is written; the next request may come. */
  public void answered(long nowMillis) {
    state = State.QUIET;
    sinceMillis = nowMillis;
  }

  /** Whether the other end takes longer than it may. */
  boolean overdue(long nowMillis, long idleMillis, long requestMillis) {
    return switch (state) {
      case QUIET -> nowMillis - sinceMillis > idleMillis;
      case SENDING -> nowMillis - sinceMillis > requestMillis;
      case WAITING -> false;
    };
  }

  void close() {
    connection.close();
  }
}
