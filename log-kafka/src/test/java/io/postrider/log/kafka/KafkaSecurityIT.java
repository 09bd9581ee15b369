package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.RecordBatch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that demands a password, and TLS. */
@Timeout(120)
final class KafkaSecurityIT {

  private static final String PASSWORD = "correct horse";
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required ";

  @TempDir static Path folder;
  private static KafkaCluster cluster;
  private static int saslPort;
  private static int tlsPort;

  @BeforeAll
  static void start() throws Exception {
    String keys = folder.resolve("broker.p12").toString();
    keytool("-genkeypair", "-keystore", keys, "-alias", "broker", "-keyalg", "EC");
    try (ServerSocket sasl = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket tls = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      saslPort = sasl.getLocalPort();
      tlsPort = tls.getLocalPort();
    }
    cluster =
        KafkaCluster.startWithListeners(
            BrokerVersion.V4_3,
            "SASL_PLAINTEXT://127.0.0.1:" + saslPort + ",SASL_SSL://127.0.0.1:" + tlsPort,
            Map.of(
                "sasl.enabled.mechanisms",
                "PLAIN",
                "listener.name.sasl_plaintext.plain.sasl.jaas.config",
                users(),
                "listener.name.sasl_ssl.plain.sasl.jaas.config",
                users(),
                "ssl.keystore.location",
                keys,
                "ssl.keystore.password",
                PASSWORD));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static String users() {
    return LOGIN + "user_postrider=\"" + PASSWORD + "\";";
  }

  private static void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(
        List.of("-storepass", PASSWORD, "-dname", "CN=127.0.0.1", "-ext", "san=ip:127.0.0.1"));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private static Map<String, String> login(String protocol, String password) {
    return Map.of(
        "security.protocol",
        protocol,
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        LOGIN + "username=\"postrider\" password=\"" + password + "\";",
        "ssl.truststore.location",
        folder.resolve("broker.p12").toString(),
        "ssl.truststore.password",
        PASSWORD,
        "ssl.truststore.type",
        "PKCS12");
  }

  private static KafkaLog open(int port, Map<String, String> security) {
    return KafkaLog.open(
        new KafkaConnection("127.0.0.1:" + port, security),
        new TopicSettings("log-" + Uuid.randomUuid(), 1, (short) 1, 1, Duration.ofDays(1)),
        KafkaLogOptions.DEFAULT);
  }

  private static void assertUsable(KafkaLog log) throws Exception {
    assertThat(log.append(0, RecordBatch.of(new byte[10])).get(60, TimeUnit.SECONDS)).isZero();
    assertThat(log.record(0, 0)).isPresent();
    log.whenBeyond(0, 0).get(60, TimeUnit.SECONDS);
  }

  @Test
  void password_isPassedOn() throws Exception {
    try (KafkaLog log = open(saslPort, login("SASL_PLAINTEXT", PASSWORD))) {
      assertUsable(log);
    }
  }

  @Test
  void tls_isPassedOn() throws Exception {
    try (KafkaLog log = open(tlsPort, login("SASL_SSL", PASSWORD))) {
      assertUsable(log);
    }
  }

  @Test
  void wrongPassword_isRefusedAtOnce() {
    assertThatThrownBy(() -> open(saslPort, login("SASL_PLAINTEXT", "wrong")))
        .isInstanceOf(TopicRefusedException.class)
        .hasMessageContaining("check the security properties");
  }
}
