package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpVersion;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/** Staleness of connections. */
class PooledConnectionTest {

  private static final long IDLE = PoolConnections.MAX_IDLE_NANOS;
  private static final long AGE = PoolConnections.MAX_AGE_NANOS;
  private static final long START = 1_000;

  private final PooledConnection connection =
      new PooledConnection(
          http(), InetAddress.getLoopbackAddress(), null, new ReceiveBudget(), START);

  /** An HTTP/1.1 connection without network. */
  private static HttpClientConnection http() {
    return (HttpClientConnection)
        Proxy.newProxyInstance(
            PooledConnectionTest.class.getClassLoader(),
            new Class<?>[] {HttpClientConnection.class},
            (proxy, method, arguments) ->
                method.getName().equals("protocolVersion") ? HttpVersion.HTTP_1_1 : null);
  }

  private boolean isStale(long nowNanos) {
    return connection.isStale(nowNanos, IDLE, AGE);
  }

  @Test
  void idleConnection_isStaleAfterItsTimeout() {
    assertThat(isStale(START + IDLE)).isFalse();
    assertThat(isStale(START + IDLE + 1)).isTrue();
  }

  @Test
  void use_restartsTheIdleTime() {
    connection.begin();
    assertThat(isStale(START + IDLE + 1)).as("in use").isFalse();
    long ended = START + IDLE + 5;
    connection.end(ended);
    assertThat(isStale(ended + IDLE)).isFalse();
    assertThat(isStale(ended + IDLE + 1)).isTrue();
  }

  @Test
  void oldConnection_isStaleEvenIfBusy() {
    connection.begin();
    assertThat(isStale(START + AGE)).isFalse();
    assertThat(isStale(START + AGE + 1)).isTrue();
    connection.end(START + AGE + 1);
    assertThat(isStale(START + AGE + 1)).isTrue();
  }
}
