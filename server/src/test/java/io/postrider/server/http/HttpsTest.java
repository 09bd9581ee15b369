package io.postrider.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.server.config.Config;
import io.postrider.server.config.HttpConfig;
import io.postrider.server.config.Settings;
import io.postrider.server.config.StartException;
import io.postrider.server.config.TlsConfig;
import io.postrider.server.delivery.TestCertificates;
import io.postrider.server.delivery.TestCertificates.Authority;
import io.postrider.server.delivery.TestCertificates.Identity;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real handshakes with certificates from files. */
final class HttpsTest {

  private static final Authority AUTHORITY = TestCertificates.authority("Root");

  @TempDir Path folder;

  private final Vertx vertx = Vertx.vertx();
  private TlsConfig tls = TlsConfig.NONE;

  @BeforeEach
  void nameFiles() {
    tls =
        new TlsConfig(
            Optional.of(folder.resolve("certificate.pem")), Optional.of(folder.resolve("key.pem")));
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().await(30, TimeUnit.SECONDS);
  }

  private void write(Identity identity) throws IOException {
    Files.writeString(tls.certificate().orElseThrow(), identity.chainPem());
    Files.writeString(tls.key().orElseThrow(), identity.keyPem());
  }

  private ServerCertificate read() {
    return ServerCertificate.read(vertx, tls).orElseThrow();
  }

  private HttpListener listener(ServerCertificate certificate) {
    return listener(certificate, Map.of());
  }

  private HttpListener listener(ServerCertificate certificate, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("http.event-loops", "2");
    HttpConfig config =
        Config.of(Settings.load(null, Map.of(), settings)).http().at("127.0.0.1", 0);
    InstantSource time = InstantSource.system();
    return new HttpListener(
        vertx,
        config,
        certificate,
        time,
        time,
        context ->
            (request, activity) -> request.response().end(request.isSSL() ? "tls" : "plain"));
  }

  private static HttpClient client(String... protocols) {
    SSLParameters parameters = new SSLParameters();
    if (protocols.length > 0) {
      parameters.setProtocols(protocols);
    }
    return HttpClient.newBuilder().sslContext(AUTHORITY.trust()).sslParameters(parameters).build();
  }

  private static HttpResponse<String> get(HttpClient client, int port) throws Exception {
    URI uri = URI.create("https://127.0.0.1:" + port + "/");
    return client.send(
        HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)).build(),
        BodyHandlers.ofString());
  }

  /** The serial number of the certificate of a new connection. */
  private static String serial(int port) throws Exception {
    try (HttpClient client = client()) {
      return serial(get(client, port));
    }
  }

  private static String serial(HttpResponse<String> response) throws Exception {
    assertThat(response.body()).isEqualTo("tls");
    return ((X509Certificate) response.sslSession().orElseThrow().getPeerCertificates()[0])
        .getSerialNumber()
        .toString();
  }

  private static String serial(Identity identity) {
    return identity.chain().getFirst().getSerialNumber().toString();
  }

  @Test
  void requests_areEncrypted_withBothVersions() throws Exception {
    Identity identity = AUTHORITY.intermediate("Issuer").issue("127.0.0.1");
    write(identity);
    int port = listener(read()).listen().await(30, TimeUnit.SECONDS);
    for (String version : List.of("TLSv1.2", "TLSv1.3")) {
      try (HttpClient client = client(version)) {
        HttpResponse<String> response = get(client, port);
        assertThat(serial(response)).isEqualTo(serial(identity));
        assertThat(response.sslSession().orElseThrow().getProtocol()).isEqualTo(version);
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      }
    }
  }

  @Test
  void plainRequest_getsNoAnswer() throws Exception {
    write(AUTHORITY.issue("127.0.0.1"));
    int port = listener(read()).listen().await(30, TimeUnit.SECONDS);
    try (HttpClient client = client()) {
      URI uri = URI.create("http://127.0.0.1:" + port + "/");
      assertThatThrownBy(
              () -> client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void handshakeThatNeverEnds_isClosed() throws Exception {
    write(AUTHORITY.issue("127.0.0.1"));
    int port =
        listener(read(), Map.of("http.request-timeout", "1s")).listen().await(30, TimeUnit.SECONDS);
    try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), port)) {
      silent.setSoTimeout(60_000);
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
    }
  }

  /** Also if no other connection was there before. */
  @Test
  void handshakesThatNeverEnd_areBounded_andKeepNobodyOut() throws Exception {
    int max = 16;
    write(AUTHORITY.issue("127.0.0.1"));
    HttpListener listener =
        listener(
            read(),
            Map.of("http.request-timeout", "10m", "http.max-connections", Integer.toString(max)));
    int port = listener.listen().await(30, TimeUnit.SECONDS);
    List<SocketChannel> silent = new ArrayList<>();
    try (HttpClient client = client()) {
      for (int i = 0; i < 10 * max; i++) {
        SocketChannel channel =
            SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.configureBlocking(false);
        silent.add(channel);
      }
      assertThat(get(client, port).body()).isEqualTo("tls");
      await().until(() -> silent.stream().filter(HttpsTest::isOpen).count() <= max);
      assertThat(isOpen(silent.getLast())).isTrue();
      assertThat(get(client, port).body()).isEqualTo("tls");
    } finally {
      for (SocketChannel channel : silent) {
        channel.close();
      }
    }
  }

  private static boolean isOpen(SocketChannel channel) {
    try {
      return channel.read(ByteBuffer.allocate(1)) == 0;
    } catch (IOException reset) {
      return false;
    }
  }

  @Test
  void clientThatDoesNotTrust_isNotServed() throws Exception {
    write(TestCertificates.selfSigned("127.0.0.1"));
    int port = listener(read()).listen().await(30, TimeUnit.SECONDS);
    try (HttpClient client = client()) {
      assertThatThrownBy(() -> get(client, port)).isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void newFiles_areUsedByNewConnections() throws Exception {
    Identity first = AUTHORITY.issue("127.0.0.1");
    Identity second = AUTHORITY.issue("127.0.0.1");
    write(first);
    HttpListener listener = listener(read());
    int port = listener.listen().await(30, TimeUnit.SECONDS);
    try (HttpClient connected = client()) {
      assertThat(serial(get(connected, port))).isEqualTo(serial(first));
      CertificateReload reload = reload(listener);

      write(second);
      assertThat(reload.check()).isFalse();

      assertThat(serial(get(connected, port))).isEqualTo(serial(first));
      assertThat(serial(port)).isEqualTo(serial(second));
      assertThat(reload.expires()).isEqualTo(second.chain().getFirst().getNotAfter().toInstant());
    }
  }

  @Test
  void unusableNewFiles_leaveTheOldCertificate() throws Exception {
    Identity first = AUTHORITY.issue("127.0.0.1");
    Identity second = AUTHORITY.issue("127.0.0.1");
    write(first);
    HttpListener listener = listener(read());
    int port = listener.listen().await(30, TimeUnit.SECONDS);
    CertificateReload reload = reload(listener);

    Files.writeString(tls.certificate().orElseThrow(), second.chainPem());
    assertThat(reload.check()).isFalse();
    assertThat(serial(port)).isEqualTo(serial(first));

    Files.writeString(tls.key().orElseThrow(), second.keyPem());
    assertThat(reload.check()).isFalse();
    assertThat(serial(port)).isEqualTo(serial(second));
  }

  private CertificateReload reload(HttpListener listener) {
    return new CertificateReload(
        read(),
        this::read,
        other -> {
          try {
            listener.use(other).await(30, TimeUnit.SECONDS);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        InstantSource.system());
  }

  @Test
  void sameFiles_changeNothing() throws Exception {
    write(AUTHORITY.issue("127.0.0.1"));
    List<ServerCertificate> used = new CopyOnWriteArrayList<>();
    CertificateReload reload =
        new CertificateReload(read(), this::read, used::add, InstantSource.system());

    assertThat(reload.check()).isFalse();

    assertThat(used).isEmpty();
  }

  @Test
  void expiredCertificate_isRead() throws Exception {
    write(AUTHORITY.issue(TestCertificates.Period.past(), "127.0.0.1"));

    assertThat(read().expires()).isBefore(Instant.now());
  }

  @Test
  void unusableFiles_areRefusedWithTheReason() throws Exception {
    Identity identity = AUTHORITY.issue("127.0.0.1");
    Path certificate = tls.certificate().orElseThrow();
    Path key = tls.key().orElseThrow();
    refused("Cannot read the file of 'http.tls.certificate', " + certificate + ": it does not");
    write(identity);
    Files.writeString(key, AUTHORITY.issue("127.0.0.1").keyPem());
    refused("The key in " + key + " does not belong to the certificate in " + certificate);
    Files.writeString(key, "garbage");
    refused("Both must be PEM files; the key must not be encrypted.");
    Files.writeString(
        key, "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");
    refused("Both must be PEM files; the key must not be encrypted.");
    write(identity);
    Files.writeString(certificate, "");
    refused("Both must be PEM files");
    Files.write(certificate, new byte[(int) ServerCertificate.MAX_FILE_BYTES]);
    refused("Both must be PEM files");
    Files.write(certificate, new byte[(int) ServerCertificate.MAX_FILE_BYTES + 1]);
    refused("is larger than 1 MiB; name a PEM file.");
  }

  private void refused(String reason) {
    assertThatThrownBy(this::read)
        .isInstanceOf(StartException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("garbage");
  }

  @Test
  void noFiles_meanPlainHttp() {
    assertThat(ServerCertificate.read(vertx, TlsConfig.NONE)).isEmpty();
  }
}
