package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens data folders that earlier versions wrote; see fixtures/data-folder-1/README.md. */
class DataFolderFixtureTest {

  private static final String HEALTHY = "/api/destinations/dst_3v7aemmgyhdc3";
  private static final String DEAD = "/api/destinations/dst_fgqjmczsrf079";
  private static final String APP_KEY = "wk_n2h846fzx1geb9jc0smqrkdz9s";
  private static final String VIEWER_TOKEN = "prt_j5mbedxz5r5vx3r3thpbacb57y";

  /** Continues from when the folder was written, so that retention deletes nothing. */
  private final InstantSource clock =
      InstantSource.offset(
          InstantSource.system(),
          Duration.between(Instant.now(), Instant.parse("2026-11-16T08:12:00Z")));

  @TempDir Path folder;

  private void unpack(String name) throws IOException {
    try (InputStream file =
            DataFolderFixtureTest.class.getResourceAsStream(
                "/fixtures/data-folder-1/" + name + ".zip");
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = folder.resolve(entry.getName());
        Files.createDirectories(target.getParent());
        Files.copy(zip, target);
      }
    }
  }

  private static long calls(RunningServer server) {
    return server
        .api("/api/usage?from=2026-11-16&to=2026-11-16")
        .path("data")
        .valueStream()
        .mapToLong(row -> row.path("calls").asLong())
        .sum();
  }

  private long number(String file, String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(file));
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getLong(1) : -1;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stopped", "killed"})
  void folderOfAnEarlierVersion_continuesWhereItWas(String name) throws Exception {
    unpack(name);
    long pairs = number("seen.db", "select count(*) from seen_user");
    long profiled = number("profiles.db", "select min(position) from profile_bookmark");
    try (TestReceiver receiver = TestReceiver.open()) {
      try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL, clock)) {
        assertEverythingExists(server);
        assertThat(calls(server)).isEqualTo(304);
        assertNothingIsDeliveredAgain(server, receiver);
        await().untilAsserted(() -> assertThat(calls(server)).isEqualTo(305));
      }
      try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL, clock)) {
        assertEverythingExists(server);
        assertThat(calls(server)).isEqualTo(305);
      }
      assertThat(receiver.received()).hasSize(1);
    }
    assertThat(number("statistics.db", "select count(*) from seen_user")).isEqualTo(pairs + 1);
    assertThat(number("profiles.db", "select min(position) from profile_bookmark"))
        .isGreaterThanOrEqualTo(profiled);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(file -> file.contains(".db"))
          .containsExactlyInAnyOrder("catalog.db", "cursors.db", "profiles.db", "statistics.db");
    }
  }

  private static void assertEverythingExists(RunningServer server) {
    assertThat(server.api("/api/sources").path("data")).hasSize(3);
    assertThat(server.api("/api/destinations").path("data")).hasSize(3);
    assertThat(server.api(HEALTHY).at("/filters/0/name").asText()).isEqualTo("No noise");
    assertThat(server.api(HEALTHY + "/deliveries?status=failed").at("/data/0/messageId").asText())
        .isEqualTo("rejected-1");
    assertThat(server.api(HEALTHY + "/replays").at("/data/0/state").asText()).isEqualTo("finished");
    assertThat(server.api(DEAD + "/deliveries?status=failed").path("data")).isEmpty();
    JsonNode audience = server.api("/api/audiences").at("/data/0");
    assertThat(audience.path("size").asInt()).isEqualTo(5);
    assertThat(
            server
                .api("/api/audiences/" + audience.path("id").asText() + "/members")
                .at("/data/0/since")
                .asText())
        .as("not computed again")
        .isEqualTo("2026-11-16T08:07:00.172Z");
    assertThat(server.api("/api/computed-traits").at("/data/0/size").asInt()).isEqualTo(5);
    JsonNode profile = server.api("/api/profiles/user-1");
    assertThat(profile.at("/computedTraits/purchases").asInt()).isEqualTo(20);
    assertThat(profile.path("eventCount").asInt()).isEqualTo(23);
    assertThat(server.api("/api/suppressions").at("/data/0/userId").asText())
        .isEqualTo("quiet-user");
    assertThat(server.api("/api/regulations").at("/data/0/status").asText()).isEqualTo("FINISHED");
    assertThat(server.api("/api/notifications").path("data").toString()).contains("ntf_i3h7xr8w74");
    HttpResponse<String> asViewer =
        server.send(
            HttpRequest.newBuilder(server.uri("/api/sources"))
                .header("Authorization", "Bearer " + VIEWER_TOKEN));
    assertThat(asViewer.statusCode()).isEqualTo(200);
  }

  private static void assertNothingIsDeliveredAgain(RunningServer server, TestReceiver receiver) {
    server.api(
        "PATCH",
        HEALTHY,
        "{'settings':{'webhooks':[{'url':'%s'}]}}".formatted(receiver.url("/hook")));
    HttpResponse<String> accepted =
        server.track(
            "/v1/track",
            "{\"event\":\"New\",\"userId\":\"new-user\",\"messageId\":\"new-1\"}",
            APP_KEY);
    assertThat(accepted.statusCode()).isEqualTo(200);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(receiver.received()).isNotEmpty());
    assertThat(receiver.received()).hasSize(1);
    assertThat(new String(receiver.received().getFirst().body(), UTF_8)).contains("new-1");
  }
}
