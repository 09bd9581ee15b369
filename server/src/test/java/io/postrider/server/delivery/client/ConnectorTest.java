package io.postrider.server.delivery.client;

import static io.postrider.server.delivery.client.ClientTests.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateHandler;
import io.postrider.server.delivery.Http2Receiver;
import io.postrider.server.delivery.TestCertificates;
import io.postrider.server.delivery.TestCertificates.Authority;
import io.postrider.server.delivery.TestReceiver;
import io.vertx.core.Vertx;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import java.net.InetAddress;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a new connection consists of. */
class ConnectorTest {

  /** Connects to a server on loopback. */
  private static PooledConnection connect(ClientTests tests, boolean tls, int port) {
    CompletableFuture<PooledConnection> connected = new CompletableFuture<>();
    tests.context.runOnContext(
        _ ->
            tests
                .connector
                .connect(
                    Origin.parse(tls, "localhost:" + port),
                    InetAddress.getLoopbackAddress(),
                    PATIENT.toMillis(),
                    new DeferredFlushes())
                .onComplete(connected::complete, connected::completeExceptionally));
    return ClientTests.await(connected);
  }

  private static ChannelPipeline pipeline(PooledConnection connection) {
    return ((UnpooledHttpClientConnection) connection.http())
        .unwrap()
        .channelHandlerContext()
        .pipeline();
  }

  private static int port(String url) {
    return URI.create(url).getPort();
  }

  @Test
  void http1Connection_hasOurCodecAndNoIdleTimeout() {
    try (TestReceiver receiver = TestReceiver.open();
        ClientTests tests = ClientTests.open(PATIENT)) {
      PooledConnection connection = connect(tests, false, port(receiver.url("/")));
      assertThat(connection.isShared()).isFalse();
      assertThat(pipeline(connection).get(IdleStateHandler.class)).isNull();
      assertThat(pipeline(connection).get("codec")).isNotNull();
    }
  }

  @Test
  void http2Connection_keepsItsIdleTimeout() {
    Authority root = TestCertificates.authority("Test root");
    Vertx vertx = Vertx.vertx();
    try (Http2Receiver receiver = Http2Receiver.open(vertx, root.issue("localhost"), 100);
        ClientTests tests = ClientTests.trusting(PATIENT, root)) {
      PooledConnection connection = connect(tests, true, port(receiver.url("localhost", "/")));
      assertThat(connection.isShared()).isTrue();
      assertThat(pipeline(connection).get(IdleStateHandler.class)).isNotNull();
    } finally {
      ClientTests.await(vertx.close().toCompletionStage().toCompletableFuture());
    }
  }
}
