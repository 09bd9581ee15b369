package io.postrider.server.http;

import io.netty.util.NetUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;

/**
 * The state of one connection: idle, sending a request, or waiting for the response.
 *
 * <p>Belongs to the connection's event loop.
 */
public final class ConnectionActivity {

  private final HttpConnection connection;
  private final String peer;
  private State state = State.IDLE;
  private long sinceMillis;

  private enum State {
    IDLE,
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

  /** The peer's address in canonical form. */
  public String peer() {
    return peer;
  }

  /** The request is complete; the peer waits for the response unless it has it already. */
  public void received() {
    if (state == State.SENDING) {
      state = State.WAITING;
    }
  }

  void began(long nowMillis) {
    state = State.SENDING;
    sinceMillis = nowMillis;
  }

  /** The response is written. */
  public void answered(long nowMillis) {
    state = State.IDLE;
    sinceMillis = nowMillis;
  }

  /** Whether the peer exceeds a timeout. */
  boolean overdue(long nowMillis, long idleMillis, long requestMillis) {
    return switch (state) {
      case IDLE -> nowMillis - sinceMillis > idleMillis;
      case SENDING -> nowMillis - sinceMillis > requestMillis;
      case WAITING -> false;
    };
  }

  void close() {
    connection.close();
  }
}
