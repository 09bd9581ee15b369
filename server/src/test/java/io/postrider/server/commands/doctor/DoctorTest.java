package io.postrider.server.commands.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.commands.doctor.Finding.Level;
import io.postrider.server.config.Config;
import io.postrider.server.config.OpenFiles;
import io.postrider.server.config.Settings;
import io.postrider.server.config.TlsConfig;
import io.postrider.server.delivery.TestCertificates;
import io.postrider.server.delivery.TestCertificates.Identity;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DoctorTest {

  private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

  @TempDir Path folder;
  @TempDir Path other;

  private List<Finding> examine(Map<String, String> environment, String... flags)
      throws InterruptedException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("data.dir", folder.resolve("data").toString());
    all.put("http.port", "0");
    for (int i = 0; i < flags.length; i += 2) {
      all.put(flags[i], flags[i + 1]);
    }
    Settings settings = Settings.load(null, environment, all);
    return Doctor.examine(settings, Config.of(settings), InstantSource.system());
  }

  private static Finding of(List<Finding> findings, String check) {
    return findings.stream().filter(one -> one.check().equals(check)).findFirst().orElseThrow();
  }

  @Test
  void newFolder_isFine_andStaysClean() throws Exception {
    List<Finding> findings = examine(Map.of());
    assertThat(of(findings, "data folder").level()).isEqualTo(Level.OK);
    assertThat(of(findings, "clock").level()).isEqualTo(Level.OK);
    assertThat(of(findings, "fsync").message()).contains("ms (median of 20)");
    assertThat(findings).allMatch(one -> one.action().isEmpty() == (one.level() == Level.OK));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void unknownVariable_isAWarning() throws Exception {
    Finding found = of(examine(Map.of("POSTRIDER_LOG_RETENTIN", "7d")), "settings");
    assertThat(found.level()).isEqualTo(Level.WARNING);
    assertThat(found.message()).contains("POSTRIDER_LOG_RETENTIN");
  }

  @Test
  void folderForOthers_isAWarning_andNoFolderAProblem() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-x---"));
    assertThat(of(examine(Map.of()), "data folder").action()).isEqualTo("Run: chmod 700 " + data);
    Files.delete(data);
    Files.createFile(data);
    assertThat(of(examine(Map.of()), "data folder").level()).isEqualTo(Level.PROBLEM);
  }

  @Test
  void folderOfALaterRelease_isAProblem() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.writeString(data.resolve("manifest"), "postrider-manifest 3\nwhatever\n");
    Finding found = of(examine(Map.of()), "manifest");
    assertThat(found.level()).isEqualTo(Level.PROBLEM);
    assertThat(found.message()).contains("was written by a later release");
  }

  @Test
  void space_isJudgedAtItsBounds() {
    long segment = 1 << 20;
    assertThat(DiskCheck.space(2 * segment - 1, 10 * segment, segment).level())
        .isEqualTo(Level.PROBLEM);
    assertThat(DiskCheck.space(2 * segment, 10 * segment, segment).level()).isEqualTo(Level.OK);
    assertThat(DiskCheck.space(4 * segment, 100 * segment, segment).level())
        .isEqualTo(Level.WARNING);
    assertThat(DiskCheck.space(5 * segment, 100 * segment, segment).level()).isEqualTo(Level.OK);
  }

  @Test
  void slowSync_isReported() {
    assertThat(DiskCheck.sync(20).level()).isEqualTo(Level.OK);
    assertThat(DiskCheck.sync(20.1).level()).isEqualTo(Level.WARNING);
    assertThat(DiskCheck.sync(500.1).level()).isEqualTo(Level.PROBLEM);
  }

  @Test
  void clockBeforeTheData_isAProblem() throws IOException {
    assertThat(MachineCheck.newest(folder)).isNull();
    Path log = Files.createDirectory(folder.resolve("log"));
    Path file = Files.createFile(log.resolve("manifest"));
    Files.setLastModifiedTime(file, FileTime.from(NOW));
    assertThat(MachineCheck.newest(folder)).isEqualTo(NOW);
    assertThat(MachineCheck.clock(NOW.minusSeconds(60), NOW).level()).isEqualTo(Level.OK);
    assertThat(MachineCheck.clock(NOW.minusSeconds(61), NOW).level()).isEqualTo(Level.PROBLEM);
    assertThat(MachineCheck.clock(Instant.EPOCH, null).level()).isEqualTo(Level.PROBLEM);
  }

  @Test
  void limitOfOpenFiles_isJudgedAtItsBounds() {
    assertThat(MachineCheck.openFiles(new OpenFiles(191)).level()).isEqualTo(Level.PROBLEM);
    assertThat(MachineCheck.openFiles(new OpenFiles(192)).level()).isEqualTo(Level.WARNING);
    assertThat(MachineCheck.openFiles(new OpenFiles(8_191)).level()).isEqualTo(Level.WARNING);
    assertThat(MachineCheck.openFiles(new OpenFiles(8_192)).level()).isEqualTo(Level.OK);
  }

  @Test
  void usedPort_isAProblem_unlessAServiceAnswers() throws Exception {
    try (ServerSocket used = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      String port = Integer.toString(used.getLocalPort());
      used.setSoTimeout(1);
      Thread closer = Thread.startVirtualThread(() -> refuse(used));
      Finding found =
          of(examine(Map.of(), "http.host", "127.0.0.1", "http.port", port), "port " + port);
      assertThat(found.level()).isEqualTo(Level.PROBLEM);
      assertThat(found.action()).contains("--http.port");
      closer.interrupt();
    }
    try (TestReceiver service = TestReceiver.open()) {
      String port = Integer.toString(service.port());
      Finding found =
          of(examine(Map.of(), "http.host", "127.0.0.1", "http.port", port), "port " + port);
      assertThat(found.level()).isEqualTo(Level.OK);
    }
  }

  @Test
  void usedAdminPort_isAProblem() throws Exception {
    try (ServerSocket used = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      String port = Integer.toString(used.getLocalPort());
      used.setSoTimeout(1);
      Thread closer = Thread.startVirtualThread(() -> refuse(used));
      Finding found =
          of(examine(Map.of(), "admin.host", "127.0.0.1", "admin.port", port), "port " + port);
      assertThat(found.level()).isEqualTo(Level.PROBLEM);
      assertThat(found.action()).contains("--admin.port");
      closer.interrupt();
    }
  }

  @Test
  void keyOfTheCertificate_isReadAsTheStartDoes() throws Exception {
    Identity identity = TestCertificates.selfSigned("localhost");
    Path certificate = Files.writeString(folder.resolve("certificate"), identity.chainPem());
    Path key = folder.resolve("key");
    TlsConfig tls = new TlsConfig(Optional.of(certificate), Optional.of(key));
    String[] flags = {
      "http.tls.certificate", certificate.toString(), "http.tls.key", key.toString()
    };
    Finding missing = of(examine(Map.of(), flags), "http.tls.key");
    assertThat(missing.level()).isEqualTo(Level.PROBLEM);
    assertThat(missing.message()).contains("'http.tls.key'").endsWith("it does not exist.");
    Files.writeString(key, TestCertificates.selfSigned("localhost").keyPem());
    Finding other = CertificateCheck.key(tls);
    assertThat(other.level()).isEqualTo(Level.PROBLEM);
    assertThat(other.message()).contains("does not belong to the certificate");
    Files.writeString(key, identity.keyPem());
    assertThat(CertificateCheck.key(tls).level()).isEqualTo(Level.OK);
  }

  /** Accepts connections and closes them. */
  private static void refuse(ServerSocket listener) {
    while (!listener.isClosed()) {
      try {
        listener.accept().close();
      } catch (IOException e) {
        // none came, or closed
      }
    }
  }

  @Test
  void certificates_areReadAndTheirEndIsJudged() throws Exception {
    Finding missing = CertificateCheck.of("ca", folder.resolve("none"), NOW).getFirst();
    assertThat(missing.message()).endsWith("it does not exist.");
    Path text = Files.writeString(folder.resolve("text"), "no certificate");
    assertThat(CertificateCheck.of("ca", text, NOW).getFirst().level()).isEqualTo(Level.PROBLEM);
    Instant end = NOW.plus(Duration.ofDays(30));
    assertThat(CertificateCheck.expiry("ca", "CN=x", end, NOW).level()).isEqualTo(Level.OK);
    assertThat(CertificateCheck.expiry("ca", "CN=x", end.minusSeconds(1), NOW).level())
        .isEqualTo(Level.WARNING);
    assertThat(CertificateCheck.expiry("ca", "CN=x", NOW.minusSeconds(1), NOW).level())
        .isEqualTo(Level.PROBLEM);
  }

  @Test
  void ntp_isKnown_orNot() {
    Finding right = MachineCheck.ntp(Optional.of(KernelClock.of(0, 1_500)));
    assertThat(right.level()).isEqualTo(Level.OK);
    assertThat(right.message()).contains("at most 1 ms");
    assertThat(MachineCheck.ntp(Optional.of(KernelClock.of(0x2040, 16_000_000))).level())
        .isEqualTo(Level.WARNING);
    Finding unknown = MachineCheck.ntp(Optional.empty());
    assertThat(unknown.level()).isEqualTo(Level.WARNING);
    assertThat(unknown.message()).contains("unknown");
  }

  @Test
  void kernel_answers() {
    assertThat(KernelClock.read())
        .hasValueSatisfying(clock -> assertThat(clock.largestError()).isPositive());
  }

  @Test
  void unreachableServers_areNamed_withoutPasswords() throws Exception {
    try (ServerSocket broker = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      String address = "127.0.0.1:" + broker.getLocalPort();
      Path security = other.resolve("kafka.properties");
      Files.writeString(
          security, "security.protocol=SSL\nssl.truststore.location=/nonexistent/none.p12\n");
      List<Finding> found =
          examine(
              Map.of(),
              "log.engine",
              "kafka",
              "log.kafka.bootstrap",
              address + ", 127.0.0.1:1",
              "log.kafka.properties-file",
              security.toString(),
              "secrets.key",
              "A".repeat(43) + "=",
              "admin.token",
              "a-token-of-the-cluster",
              "database.url",
              "jdbc:postgresql://127.0.0.1:1/x?user=u&password=s3cret");
      assertThat(of(found, "Kafka " + address).level()).isEqualTo(Level.OK);
      assertThat(of(found, "Kafka 127.0.0.1:1").level()).isEqualTo(Level.PROBLEM);
      assertThat(of(found, "Kafka").message()).startsWith("Cannot use the settings of the brokers");
      Finding postgres = of(found, "PostgreSQL");
      assertThat(postgres.level()).isEqualTo(Level.PROBLEM);
      assertThat(postgres.message()).startsWith("Cannot connect: ").doesNotContain("s3cret");
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void clockOfTheDatabase_isJudgedAtItsBounds() {
    Duration exact = Duration.ofMillis(1);
    Duration most = PostgresCheck.TOLERANCE.plus(exact);
    assertThat(PostgresCheck.clock(most, exact).level()).isEqualTo(Level.OK);
    assertThat(PostgresCheck.clock(most.plusMillis(1), exact).level()).isEqualTo(Level.WARNING);
    Finding behind = PostgresCheck.clock(Duration.ofSeconds(-10), exact);
    assertThat(behind.level()).isEqualTo(Level.WARNING);
    assertThat(behind.message()).contains("10.00 s behind");
  }
}
