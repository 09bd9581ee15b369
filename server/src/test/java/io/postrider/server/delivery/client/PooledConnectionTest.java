package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpVersion;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/** When a connection is too old, or idle for too long, to be used again. */
class PooledConnectionTest {

  private static final long IDLE = PoolConnections.MAX_IDLE_NANOS;
  private static final long AGE = PoolConnections.MAX_AGE_NANOS;
  private static final long START = 1_000;

  private final PooledConnection line =
      new PooledConnection(http(), InetAddress.getLoopbackAddress(), null, START);

  /** One that speaks HTTP/1.1 and does nothing else. */
  private static HttpClientConnection http() {
    return (HttpClientConnection)
        Proxy.newProxyInstance(
            PooledConnectionTest.class.getClassLoader(),
            new Class<?>[] {HttpClientConnection.class},
            (proxy, method, arguments) ->
                method.getName().equals("protocolVersion") ? HttpVersion.HTTP_1_1 : null);
  }

  private boolean isStale(long nowNanos) {
    return line.isStale(nowNanos, IDLE, AGE);
  }

  @Test
  void idleConnection_isStaleAfterItsTimeout() {
    assertThat(isStale(START + IDLE)).isFalse();
    assertThat(isStale(START + IDLE + 1)).isTrue();
  }

  @Test
  void use_restartsTheIdleTime() {
    line.begin();
    assertThat(isStale(START + IDLE + 1)).as("it is in use").isFalse();
    long ended = START + IDLE + 5;
    line.end(ended);
    assertThat(isStale(ended + IDLE)).isFalse();
    assertThat(isStale(ended + IDLE + 1)).isTrue();
  }

  @Test
  void oldConnection_isStaleEvenIfBusy() {
    line.begin();
    assertThat(isStale(START + AGE)).isFalse();
    assertThat(isStale(START + AGE + 1)).isTrue();
    line.end(START + AGE + 1);
    assertThat(isStale(START + AGE + 1)).isTrue();
  }
}
