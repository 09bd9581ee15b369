package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.delivery.TestCertificates;
import io.postrider.server.delivery.TestCertificates.Identity;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole node with a certificate. */
final class HttpsEndToEndTest {

  @TempDir Path folder;

  @Test
  void bothApis_areServedOverHttps() throws Exception {
    TestCertificates.Authority authority = TestCertificates.authority("Root");
    Identity identity = authority.issue("127.0.0.1");
    Path certificate = Files.writeString(folder.resolve("certificate.pem"), identity.chainPem());
    Path key = Files.writeString(folder.resolve("key.pem"), identity.keyPem());
    Map<String, String> settings =
        Map.of(
            "http.tls.certificate", certificate.toString(),
            "http.tls.key", key.toString(),
            "admin.port", "0");
    try (RunningServer server = RunningServer.start(folder.resolve("data"), settings);
        HttpClient client = HttpClient.newBuilder().sslContext(authority.trust()).build()) {
      HttpResponse<String> tracked =
          client.send(
              HttpRequest.newBuilder(uri(server.port(), "/v1/track"))
                  .header("Authorization", TestNode.basic(server.writeKey()))
                  .POST(BodyPublishers.ofString("{\"userId\":\"u\",\"event\":\"E\"}"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(tracked.statusCode()).as(tracked.body()).isEqualTo(200);

      HttpResponse<String> session =
          client.send(
              HttpRequest.newBuilder(uri(server.adminPort(), "/api/session"))
                  .header("Content-Type", "application/json")
                  .header("X-Postrider", "1")
                  .POST(BodyPublishers.ofString("{\"token\":\"" + TestNode.ADMIN_TOKEN + "\"}"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(session.headers().firstValue("Set-Cookie").orElseThrow()).endsWith("; Secure");

      HttpResponse<String> metrics =
          client.send(
              HttpRequest.newBuilder(uri(server.adminPort(), "/metrics")).build(),
              BodyHandlers.ofString());
      double expires =
          metrics
              .body()
              .lines()
              .filter(line -> line.startsWith("postrider_tls_certificate_expiry_seconds "))
              .mapToDouble(line -> Double.parseDouble(line.split(" ", 2)[1]))
              .findFirst()
              .orElseThrow();
      assertThat((long) expires)
          .isEqualTo(identity.chain().getFirst().getNotAfter().toInstant().getEpochSecond());
      assertThat(server.stopAndReadLog()).hasSize(1);
    }
  }

  @Test
  void commands_trustTheAuthorityOfAFile() throws Exception {
    TestCertificates.Authority authority = TestCertificates.authority("Root");
    Identity identity = authority.issue("127.0.0.1");
    Path ca = Files.writeString(folder.resolve("ca.pem"), authority.pem());
    Path certificate = Files.writeString(folder.resolve("certificate.pem"), identity.chainPem());
    Path key = Files.writeString(folder.resolve("key.pem"), identity.keyPem());
    Map<String, String> settings =
        Map.of("http.tls.certificate", "" + certificate, "http.tls.key", "" + key);
    Path calls =
        Files.writeString(
            folder.resolve("calls"), "{\"type\":\"track\",\"userId\":\"u\",\"event\":\"E\"}\n");
    Path ids = Files.writeString(folder.resolve("ids"), "nobody\n");
    try (RunningServer server = RunningServer.start(folder.resolve("data"), settings)) {
      String url = "https://127.0.0.1:" + server.port();
      String[][] commands = {
        {"status"},
        {"export"},
        {"send", "--user-id", "ada"},
        {"import", calls.toString()},
        {"tail", "--recent", "1", "--count", "1"},
        {"forget", ids.toString()},
        {"rebuild", "profiles"},
      };
      for (String[] command : commands) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--url", url, "--token", TestNode.ADMIN_TOKEN));
        assertThat(CommandRun.of(arguments.toArray(String[]::new)).exits(1).err())
            .as(command[0])
            .contains("unknown authority")
            .contains("--ca");
        arguments.addAll(List.of("--ca", ca.toString()));
        CommandRun.of(arguments.toArray(String[]::new)).exits(0);
      }
      assertThat(
              CommandRun.of(
                      "status",
                      "--url",
                      "http://127.0.0.1:" + server.port(),
                      "--token",
                      TestNode.ADMIN_TOKEN)
                  .exits(1)
                  .err())
          .contains("If the service uses HTTPS, use https://");
      assertThat(server.stopAndReadLog())
          .extracting(message -> message.text("type"))
          .containsExactly("identify", "track", "delete");
    }
  }

  private static URI uri(int port, String path) {
    return URI.create("https://127.0.0.1:" + port + path);
  }
}
