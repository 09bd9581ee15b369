package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.server.config.StartException;
import io.postrider.server.folder.DataFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What a start does about each file of the data folder that is missing, empty, cut or garbage. */
@Tag("slow")
final class LostFileTest {

  /** The admin token is in its file. */
  private static final Map<String, String> SETTINGS = Map.of("admin.token", "");

  @TempDir static Path parent;
  private static Path whole;
  private static int copies;

  private Path folder;

  @BeforeAll
  static void writeAFolder() {
    whole = parent.resolve("whole");
    for (int start = 0; start < 3; start++) {
      try (RunningServer server = RunningServer.start(whole, Map.of())) {
        if (start == 0) {
          server.createDestination("http://127.0.0.1:1/nowhere");
        }
        String key = server.api("/api/sources").at("/data/0/writeKey").asText();
        String json =
            "{\"userId\":\"ada\",\"event\":\"Bought\",\"messageId\":\"m%d\"}".formatted(start);
        assertThat(server.track("/v1/track", json, key).statusCode()).isEqualTo(200);
        int calls = start + 1;
        await().untilAsserted(() -> assertThat(server.calls()).isEqualTo(calls));
        await().until(() -> profile(server) == 200);
      }
    }
    RunningServer.start(whole, SETTINGS).close();
    assertThat(DataFile.ADMIN_TOKEN.in(whole)).exists();
    assertThat(DataFile.SECRETS_KEY.in(whole)).exists();
  }

  private static int profile(RunningServer server) {
    return server.admin("GET", "/api/profiles/ada", null).statusCode();
  }

  @BeforeEach
  void copy() throws IOException {
    folder = parent.resolve("copy-" + copies++);
    try (Stream<Path> files = Files.walk(whole)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(whole.relativize(file).toString()));
      }
    }
  }

  private static void damage(Path file, String how) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    switch (how) {
      case "missing" -> Files.delete(file);
      case "empty" -> Files.write(file, new byte[0]);
      case "truncated" -> Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      case "garbage" -> {
        byte[] noise = new byte[bytes.length];
        new Random(7).nextBytes(noise);
        Files.write(file, noise);
      }
      case "folder" -> {
        Files.delete(file);
        Files.createDirectory(file);
      }
      case "loop" -> {
        Files.delete(file);
        Files.createSymbolicLink(file, file.getFileName());
      }
      case "dangling" -> {
        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("nowhere"));
      }
      default -> throw new IllegalArgumentException(how);
    }
  }

  private void refuses(String name) {
    assertThatThrownBy(() -> RunningServer.start(folder, SETTINGS))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(folder.resolve(name).toString());
  }

  private String acceptLoss(String... names) {
    StringWriter out = new StringWriter();
    CommandLine command = RootCommand.commandLine().setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(out));
    String[] arguments = Arrays.copyOf(new String[] {"accept-loss", "--data"}, 3 + names.length);
    arguments[2] = folder.toString();
    System.arraycopy(names, 0, arguments, 3, names.length);
    int code = command.execute(arguments);
    assertThat(code).as(out.toString()).isZero();
    return out.toString();
  }

  /** Starts, and is ready. */
  private void serves() {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "catalog.db, missing",
    "catalog.db, empty",
    "catalog.db, truncated",
    "catalog.db, garbage",
    "cursors.db, missing",
    "cursors.db, empty",
    "cursors.db, truncated",
    "cursors.db, garbage",
    "statistics.db, missing",
    "statistics.db, empty",
    "profiles.db, missing",
    "profiles.db, empty",
    "hash-key, missing",
    "hash-key, empty",
    "hash-key, truncated",
    "hash-key, garbage",
    "admin-token, missing",
    "admin-token, empty",
    "admin-token, garbage",
    "catalog.db, folder",
    "cursors.db, loop",
    "profiles.db, dangling",
    "hash-key, folder",
    "hash-key, loop",
    "hash-key, dangling",
    "admin-token, folder",
    "admin-token, loop",
    "admin-token, dangling",
  })
  void lostFile_refusesToStart_untilTheLossIsAccepted(String name, String how) throws IOException {
    damage(folder.resolve(name), how);
    refuses(name);
    refuses(name);
    assertThat(acceptLoss(name)).contains("Accepted the loss of " + name);
    serves();
    if (!how.equals("missing")) {
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .anyMatch(file -> file.startsWith(name + ".damaged-") && !file.endsWith("-wal"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "empty", "truncated", "garbage", "folder", "loop"})
  void secretsKey_lost_refusesToStart(String how) throws Exception {
    damage(folder.resolve("secrets-key"), how);
    refuses("secrets-key");
    acceptLoss("secrets-key");
    refuses("secrets-key");
    String catalog = "jdbc:sqlite:" + folder.resolve("catalog.db");
    try (Connection connection = DriverManager.getConnection(catalog);
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("delete from destination_secret")).isEqualTo(1);
      int _ = statement.executeUpdate("update destination set standard_webhooks = false");
    }
    serves();
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "empty", "truncated", "garbage"})
  void manifest_lost_refusesToStart(String how) throws IOException {
    damage(folder.resolve("manifest"), how);
    refuses("manifest");
    acceptLoss("manifest");
    serves();
    Files.delete(folder.resolve("cursors.db"));
    refuses("cursors.db");
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "empty", "truncated", "garbage"})
  void manifestOfTheLog_lost_refusesToStart(String how) throws IOException {
    damage(DataFile.LOG.in(folder), how);
    refuses("log/manifest");
    acceptLoss("log");
    serves();
  }

  private List<String> logFiles(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("log"))) {
      return files
          .map(file -> "log/" + file.getFileName())
          .filter(file -> file.endsWith(suffix))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "empty", "truncated", "garbage"})
  void segment_lost_refusesToStart(String how) throws IOException {
    List<String> segments = logFiles(".segment");
    assertThat(segments).hasSizeGreaterThan(2);
    for (String segment : List.of(segments.getFirst(), segments.get(1), segments.getLast())) {
      copy();
      damage(folder.resolve(segment), how);
      refuses(segment);
    }
  }

  @Test
  void oldestSegment_lostAndAccepted_startsTheLogLater() throws IOException {
    Files.delete(folder.resolve(logFiles(".segment").getFirst()));
    assertThat(acceptLoss("log")).contains("Accepted the loss of log");
    serves();
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "empty", "truncated", "garbage"})
  void indexesAndDigests_lost_areRebuilt(String how) throws IOException {
    for (String suffix : List.of(".index", ".digests")) {
      assertThat(logFiles(suffix)).isNotEmpty();
      for (String file : logFiles(suffix)) {
        damage(folder.resolve(file), how);
      }
    }
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      String key = server.api("/api/sources").at("/data/0/writeKey").asText();
      server.track("/v1/track", "{\"userId\":\"ada\",\"event\":\"E\",\"messageId\":\"m1\"}", key);
      assertThat(server.get("/metrics").body()).contains("postrider_dedupe_hits_total 1");
    }
  }

  @Test
  void wholeLog_lost_refusesToStart() throws IOException {
    deleteLog();
    refuses("log/manifest");
  }

  private void deleteLog() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("log"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder.resolve("log"));
  }

  /** The new log holds its beginning, but not what the profiles were built from. */
  @Test
  void damagedProfilesOfALogThatWasLost_needAnAcceptedLoss() throws IOException {
    deleteLog();
    acceptLoss("log");
    assertThat(RootCommand.commandLine().execute("reset-cursors", "--data", folder.toString()))
        .isZero();
    serves();
    damage(folder.resolve("profiles.db"), "garbage");
    refuses("profiles.db");
  }

  /** The disk of the data folder is not mounted, but the one of the log is. */
  @Test
  void everythingButTheLog_lost_refusesToStart() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
    refuses("manifest");
  }

  @ParameterizedTest
  @ValueSource(strings = {"truncated", "garbage"})
  void damagedStatistics_areSetAside_andTheGapIsShown(String how) throws IOException {
    damage(folder.resolve("statistics.db"), how);
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      String attention = server.api("/api/overview").path("attention").toString();
      assertThat(attention).contains("data_set_aside", "statistics.db.damaged-");
      assertThat(server.get("/metrics").body()).contains("postrider_data_files_set_aside 1");
      await().untilAsserted(() -> assertThat(server.calls()).as("counted again").isEqualTo(3));
    }
  }

  @Test
  void statisticsDamagedWhileRunning_areReplaced_andTheNodeServes() throws IOException {
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      Path file = folder.resolve("statistics.db");
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        int _ = channel.write(ByteBuffer.wrap(new byte[(int) Files.size(file)]), 0);
      }
      String key = server.api("/api/sources").at("/data/0/writeKey").asText();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> {
                server.track("/v1/track", "{\"userId\":\"eve\",\"event\":\"E\"}", key);
                assertThat(server.get("/metrics").body())
                    .contains("postrider_data_files_set_aside 1");
              });
      assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
      await().ignoreExceptions().until(() -> server.calls() > 3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"truncated", "garbage"})
  void damagedProfiles_areRebuilt_whileTheLogHoldsItsBeginning(String how) throws IOException {
    damage(folder.resolve("profiles.db"), how);
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      await().until(() -> profile(server) == 200);
      assertThat(server.api("/api/overview").path("attention").toString())
          .contains("profiles.db.damaged-");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "empty", "truncated", "garbage"})
  void profilesWithoutTheBeginningOfTheLog_needAnAcceptedLoss(String how) throws IOException {
    Files.delete(folder.resolve(logFiles(".segment").getFirst()));
    acceptLoss("log");
    serves();
    damage(folder.resolve("profiles.db"), how);
    refuses("profiles.db");
    if (how.equals("truncated") || how.equals("garbage")) {
      assertThatThrownBy(() -> RunningServer.start(folder, SETTINGS))
          .hasMessageContaining("--accept-profile-loss");
    }
    try (RunningServer server = RunningServer.startAcceptingProfileLoss(folder, Map.of())) {
      await().until(() -> profile(server) == 200);
    }
    serves();
  }

  @Test
  void mixedUpDatabases_refuseToStart() throws IOException {
    Path catalog = folder.resolve("catalog.db");
    Path other = folder.resolve("other.db");
    Files.move(catalog, other);
    Files.move(folder.resolve("cursors.db"), catalog);
    Files.move(other, folder.resolve("cursors.db"));

    assertThatThrownBy(() -> RunningServer.start(folder, Map.of()))
        .hasMessageContaining("catalog.db holds the tables of cursors.db")
        .hasMessageContaining("Restore both files");
  }

  @Test
  void soundFile_isNotGivenUp() {
    StringWriter out = new StringWriter();
    CommandLine command = RootCommand.commandLine();
    command.setErr(new PrintWriter(out));
    String data = folder.toString();
    assertThat(command.execute("accept-loss", "--data", data, "catalog.db")).isEqualTo(1);
    assertThat(out.toString()).contains("neither missing nor damaged");
    assertThat(command.execute("accept-loss", "--data", data, "catalogue.db")).isEqualTo(1);
    assertThat(out.toString()).contains("'catalogue.db' is no file that a start misses");
    serves();
  }
}
