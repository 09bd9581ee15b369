package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.log.RecordBatch;
import io.postrider.log.kafka.BrokerFinding.Level;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
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
                PASSWORD,
                "authorizer.class.name",
                "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users",
                "User:ANONYMOUS;User:postrider"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static String users() {
    return LOGIN + "user_postrider=\"%s\" user_guest=\"%s\";".formatted(PASSWORD, PASSWORD);
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
    return login(protocol, "postrider", password);
  }

  private static Map<String, String> login(String protocol, String user, String password) {
    return Map.of(
        "security.protocol",
        protocol,
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        LOGIN + "username=\"" + user + "\" password=\"" + password + "\";",
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

  private static List<BrokerFinding> ask(int port, Map<String, String> security, String topic) {
    return KafkaProbe.ask(
        new KafkaConnection("127.0.0.1:" + port, security),
        List.of(new TopicSettings(topic, 1, (short) 1, 1, Duration.ofDays(1))),
        KafkaLogOptions.DEFAULT,
        Duration.ofSeconds(30));
  }

  @Test
  void probe_usesTheSameProperties() {
    List<BrokerFinding> found = ask(tlsPort, login("SASL_SSL", PASSWORD), "absent");
    assertThat(found).extracting(BrokerFinding::level).doesNotContain(Level.BAD);
    assertThat(found.getFirst().text()).isEqualTo("One broker answers.");
  }

  @Test
  void probe_saysWhatIsWrongWithTheProperties() {
    BrokerFinding password = ask(saslPort, login("SASL_PLAINTEXT", "wrong"), "absent").getFirst();
    assertThat(password.level()).isEqualTo(Level.BAD);
    assertThat(password.text()).startsWith("The brokers refuse this client: ");
    assertThat(password.text()).doesNotContain("wrong\"");

    Map<String, String> noStore = new HashMap<>(login("SASL_SSL", PASSWORD));
    noStore.put("ssl.truststore.location", folder.resolve("none.p12").toString());
    BrokerFinding store = ask(tlsPort, noStore, "absent").getFirst();
    assertThat(store.level()).isEqualTo(Level.BAD);
    assertThat(store.text())
        .startsWith("Cannot use the settings of the brokers")
        .contains("none.p12");

    Map<String, String> noTrust = new HashMap<>(login("SASL_SSL", PASSWORD));
    noTrust.keySet().removeIf(key -> key.startsWith("ssl.truststore"));
    BrokerFinding trust = ask(tlsPort, noTrust, "absent").getFirst();
    assertThat(trust.level()).isEqualTo(Level.BAD);
    assertThat(trust.action()).contains("certificates");
  }

  @Test
  void probe_saysWhichRightsAreMissing() throws Exception {
    String topic = "log-" + Uuid.randomUuid();
    TopicSettings settings = new TopicSettings(topic, 1, (short) 1, 1, Duration.ofDays(1));
    KafkaLog.open(
            new KafkaConnection("127.0.0.1:" + saslPort, login("SASL_PLAINTEXT", PASSWORD)),
            settings,
            KafkaLogOptions.DEFAULT)
        .close();
    Map<String, String> guest = login("SASL_PLAINTEXT", "guest", PASSWORD);

    BrokerFinding none = ask(saslPort, guest, topic).getLast();
    assertThat(none.level()).isEqualTo(Level.BAD);
    assertThat(none.action()).startsWith("Allow this user to describe and create it");

    allow(topic, AclOperation.READ, AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              BrokerFinding some = ask(saslPort, guest, topic).getLast();
              assertThat(some.level()).isEqualTo(Level.BAD);
              assertThat(some.text()).endsWith("missing: [WRITE].");
            });

    allow(topic, AclOperation.WRITE);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> ask(saslPort, guest, topic).get(1).level() == Level.GOOD);
  }

  private static void allow(String topic, AclOperation... operations) throws Exception {
    ResourcePattern pattern = new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL);
    cluster
        .admin()
        .createAcls(
            Arrays.stream(operations)
                .map(
                    one ->
                        new AclBinding(
                            pattern,
                            new AccessControlEntry(
                                "User:guest", "*", one, AclPermissionType.ALLOW)))
                .toList())
        .all()
        .get(30, TimeUnit.SECONDS);
  }
}
