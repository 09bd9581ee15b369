package io.postrider.server.delivery.client;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.timeout.IdleStateHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http1ClientConfig;
import io.vertx.core.http.Http2ClientConfig;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConfig;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TrustOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Opens connections to given addresses. TLS is always verified against the host name. HTTP/2 is
 * used if TLS negotiates it, HTTP/1.1 otherwise.
 *
 * <p>One per process; thread-safe. A connection belongs to the event loop that requested it.
 */
public final class Connector implements AutoCloseable {

  private static final int MAX_STATUS_LINE_BYTES = 4 * 1024;
  private static final int MAX_HEADER_BYTES = 16 * 1024;

  /** The largest chunk of a body. */
  private static final int MAX_CHUNK_BYTES = 16 * 1024;

  /** The same limits for our own decoder, which replaces that of Vert.x. */
  private static final HttpDecoderConfig DECODING =
      new HttpDecoderConfig()
          .setMaxInitialLineLength(MAX_STATUS_LINE_BYTES)
          .setMaxHeaderSize(MAX_HEADER_BYTES)
          .setMaxChunkSize(MAX_CHUNK_BYTES);

  /** The same limit for HTTP/2, which counts 32 bytes more for each header; and no pushes. */
  private static final Http2Settings HTTP_2 =
      new Http2Settings().setMaxHeaderListSize(MAX_HEADER_BYTES).setPushEnabled(false);

  private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  private final HttpClientAgent agent;
  private final X509ExtendedTrustManager trust;

  private Connector(HttpClientAgent agent, X509ExtendedTrustManager trust) {
    this.agent = agent;
    this.trust = trust;
  }

  /**
   * Opens a connector.
   *
   * @param trust checks certificates; from {@link TrustedAuthorities}
   * @param timeout of the TLS handshake
   */
  public static Connector open(Vertx vertx, X509ExtendedTrustManager trust, Duration timeout) {
    HttpClientConfig config =
        new HttpClientConfig()
            .setVersions(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1)
            .setVerifyHost(true)
            .setDecompressionEnabled(false)
            .setFollowAlternativeServices(false)
            .setIdleTimeout(timeout.plusNanos(PoolConnections.MAX_IDLE_NANOS).plusSeconds(5))
            .setHttp1Config(
                new Http1ClientConfig()
                    .setKeepAlive(true)
                    .setPipelining(false)
                    .setMaxInitialLineLength(MAX_STATUS_LINE_BYTES)
                    .setMaxHeaderSize(MAX_HEADER_BYTES)
                    .setMaxChunkSize(MAX_CHUNK_BYTES))
            .setHttp2Config(
                new Http2ClientConfig().setClearTextUpgrade(false).setInitialSettings(HTTP_2));
    ClientSSLOptions tls =
        new ClientSSLOptions()
            .setTrustOptions(TrustOptions.wrap(trust))
            .setHostnameVerificationAlgorithm("HTTPS")
            .setUseAlpn(true)
            .setEnabledSecureTransportProtocols(new LinkedHashSet<>(PROTOCOLS))
            .setSslHandshakeTimeout(timeout.toMillis())
            .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
    return new Connector(vertx.httpClientBuilder().with(config).with(tls).build(), trust);
  }

  /**
   * Connects on the current event loop; does not resolve names.
   *
   * @param flushes of that loop
   */
  Future<PooledConnection> connect(
      Origin origin, InetAddress address, long timeoutMillis, DeferredFlushes flushes) {
    HttpConnectOptions options =
        new HttpConnectOptions()
            .setServer(
                SocketAddress.inetSocketAddress(new InetSocketAddress(address, origin.port())))
            .setHost(origin.certificateHost())
            .setPort(origin.port())
            .setSsl(origin.tls())
            .setConnectTimeout(Math.max(1, timeoutMillis));
    if (!origin.tls()) {
      options.setProtocolVersion(HttpVersion.HTTP_1_1);
    }
    return agent.connect(options).map(connection -> pooled(connection, address, flushes));
  }

  private static PooledConnection pooled(
      HttpClientConnection connection, InetAddress address, DeferredFlushes flushes) {
    InterimResponses.watch(connection);
    ResponseDecoder decoder = null;
    if (connection.protocolVersion() != HttpVersion.HTTP_2) {
      decoder = ResponseDecoder.install(connection, DECODING);
      removeIdleTimeout(connection);
      flushes.install(pipeline(connection));
    }
    ReceiveBudget budget = ReceiveBudget.watch(connection);
    return new PooledConnection(connection, address, decoder, budget, System.nanoTime());
  }

  /**
   * Removes the idle timeout of an open HTTP/1.1 connection: its exchanges have deadlines, and the
   * pool closes it when it is idle. The timeout would add a promise and a clock reading to every
   * write. An HTTP/2 connection keeps it, because closing one waits for its streams.
   */
  private static void removeIdleTimeout(HttpClientConnection connection) {
    var _ = pipeline(connection).remove(IdleStateHandler.class);
  }

  private static ChannelPipeline pipeline(HttpClientConnection connection) {
    return ((UnpooledHttpClientConnection) connection).unwrap().channelHandlerContext().pipeline();
  }

  /**
   * Initializes the JDK's TLS classes and the trusted authorities, which takes most of a second, so
   * that the first delivery does not wait for it. Blocks; for a background thread.
   */
  public void warmUp() {
    try {
      var _ = trust.getAcceptedIssuers();
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {trust}, null);
      SSLEngine engine = context.createSSLEngine("localhost", 443);
      engine.setUseClientMode(true);
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
      engine.setSSLParameters(parameters);
      var _ =
          engine.wrap(
              ByteBuffer.allocate(0),
              ByteBuffer.allocate(engine.getSession().getPacketBufferSize()));
    } catch (GeneralSecurityException | SSLException e) {
      throw new IllegalStateException("TLS is not available", e);
    }
  }

  @Override
  public void close() {
    var _ = agent.close();
  }
}
