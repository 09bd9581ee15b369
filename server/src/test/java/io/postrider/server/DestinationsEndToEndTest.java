package io.postrider.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.StartException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Destinations and their secrets on a real node, also across restarts. */
final class DestinationsEndToEndTest {

  private static final String SIGNED =
      "{\"name\":\"n\",\"settings\":{\"webhooks\":[{\"url\":\"https://example.com/\"}],"
          + "\"sharedSecret\":\"s3cret\"}}";
  private static final String UNSIGNED = SIGNED.replace(",\"sharedSecret\":\"s3cret\"", "");

  @TempDir Path folder;

  private Path keyFile() {
    return folder.resolve("secrets-key");
  }

  private void createSigned(Map<String, String> settings) {
    try (RunningServer server = RunningServer.start(folder, settings)) {
      HttpResponse<String> created = server.admin("POST", "/api/destinations", SIGNED);
      assertThat(created.statusCode()).isEqualTo(201);
    }
  }

  @Test
  void secretsKey_isCreatedWhenNeeded() throws Exception {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      assertThat(server.admin("POST", "/api/destinations", UNSIGNED).statusCode()).isEqualTo(201);
      assertThat(keyFile()).doesNotExist();
      assertThat(server.admin("POST", "/api/destinations", SIGNED).statusCode()).isEqualTo(201);
    }
    assertThat(keyFile()).hasSize(32);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keyFile())))
        .isEqualTo("rw-------");
    assertThat(new String(Files.readAllBytes(folder.resolve("catalog.db")), ISO_8859_1))
        .doesNotContain("s3cret");
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      assertThat(server.admin("GET", "/api/destinations", null).body()).contains("\"set\":true");
    }
  }

  @Test
  void startWithAnotherKey_isRefused() throws Exception {
    createSigned(Map.of());
    byte[] key = Files.readAllBytes(keyFile());
    key[0]++;
    Files.write(keyFile(), key);
    assertThatThrownBy(() -> RunningServer.start(folder, Map.of()))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(keyFile().toString())
        .hasMessageContaining("is not the one that sealed it");
    Files.delete(keyFile());
    assertThatThrownBy(() -> RunningServer.start(folder, Map.of()))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(keyFile() + " is missing");
    assertThat(keyFile()).doesNotExist();
  }

  @Test
  void secretsKey_canBeASetting() {
    Map<String, String> settings =
        Map.of("secrets.key", Base64.getEncoder().encodeToString(new byte[32]));
    createSigned(settings);
    assertThat(keyFile()).doesNotExist();
    RunningServer.start(folder, settings).close();
    assertThatThrownBy(() -> RunningServer.start(folder, Map.of()))
        .isInstanceOf(StartException.class);
  }

  @Test
  void spans_startAtTheEndOfTheLog() {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      server.track("/v1/track", "{\"userId\":\"u\",\"event\":\"before\"}");
      HttpResponse<String> created = server.admin("POST", "/api/destinations", UNSIGNED);
      assertThat(created.statusCode()).isEqualTo(201);
    }
    try (Connection database =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("catalog.db"));
        ResultSet rows =
            database.createStatement().executeQuery("select from_ends from enabled_span")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("1");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
