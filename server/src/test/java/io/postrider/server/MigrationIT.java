package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.log.RecordBatch;
import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaCluster;
import io.postrider.log.kafka.KafkaLog;
import io.postrider.server.cluster.KafkaEngine;
import io.postrider.server.commands.migrate.Migration;
import io.postrider.server.commands.migrate.MigrationProgress;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.config.StartException;
import io.postrider.server.database.PostgresServer;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestReceiver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A data folder with work left is moved to a real broker and PostgreSQL, with a kill in every step.
 * Nodes then deliver exactly what the same folder delivers that was not moved.
 */
class MigrationIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int MESSAGES = 200;
  private static final Pattern ID = Pattern.compile("\"messageId\":\"([^\"]+)\"");

  private static final Map<String, String> EMBEDDED =
      Map.of(
          "delivery.allow-networks", "127.0.0.0/8",
          "delivery.retry-first-delay", "50ms",
          "delivery.retry-max-delay", "500ms",
          "delivery.probe-interval", "500ms");

  @RegisterExtension static final PostgresServer POSTGRES = PostgresServer.withoutTables();
  private static KafkaCluster brokers;

  @TempDir Path temporary;
  private final TestReceiver healthy = TestReceiver.open();
  private final TestReceiver failing = TestReceiver.open().always(Behaviour.status(503));
  private final TestReceiver refusing = TestReceiver.open().always(Behaviour.status(410));
  private String refused = "";
  private String regulation = "";

  @BeforeAll
  static void startBroker() {
    brokers = KafkaCluster.start(BrokerVersion.V4_3, 1);
  }

  @AfterAll
  static void stopBroker() {
    brokers.close();
  }

  @AfterEach
  void closeReceivers() {
    healthy.close();
    failing.close();
    refusing.close();
  }

  private static Map<String, String> onKafka() {
    Map<String, String> settings = new HashMap<>(EMBEDDED);
    settings.put("log.engine", "kafka");
    settings.put("log.kafka.bootstrap", brokers.bootstrap());
    settings.put("log.kafka.partitions", "4");
    settings.put("log.kafka.replication", "1");
    settings.put("log.kafka.min-in-sync", "1");
    settings.put("secrets.key", "A".repeat(43) + "=");
    settings.put("cluster.session-timeout", "6s");
    settings.put("database.url", POSTGRES.setting());
    return settings;
  }

  private static String[] arguments(Path folder) {
    Stream<String> settings =
        onKafka().entrySet().stream().map(one -> "--" + one.getKey() + "=" + one.getValue());
    return Stream.concat(
            Stream.of(
                "migrate", "--data", folder.toString(), "--admin.token=" + TestNode.ADMIN_TOKEN),
            settings)
        .toArray(String[]::new);
  }

  private static Config config(Path folder, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("data.dir", folder.toString());
    all.put("admin.token", TestNode.ADMIN_TOKEN);
    return Config.of(Settings.load(null, Map.of(), all));
  }

  private static Migration migration(
      Path folder, Map<String, String> settings, MigrationProgress progress) {
    return new Migration(config(folder, settings), InstantSource.system(), progress);
  }

  /** Ends a run in a step, when so much of it is done. */
  private record Kill(String step, long count) implements MigrationProgress {

    private static final List<String> BEGUN = new ArrayList<>();

    @Override
    public void begin(String what, long total, String unit) {
      BEGUN.add(what);
    }

    @Override
    public void done(long done) {
      if (BEGUN.getLast().equals(step) && done == count) {
        throw new IllegalStateException("killed");
      }
    }

    @Override
    public void end() {}
  }

  /** Runs the command in a process of its own, and kills it when it copies. */
  private static void kill(Path folder) throws IOException {
    List<String> command = ProgramCommand.withOptions(List.of());
    command.addAll(List.of(arguments(folder)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> printed = new ArrayList<>();
    try (BufferedReader reader = process.inputReader(UTF_8)) {
      String line = reader.readLine();
      while (line != null && !line.startsWith("Copying the log")) {
        printed.add(line);
        line = reader.readLine();
      }
      assertThat(line).as("%s", printed).isNotNull();
    } finally {
      process.destroyForcibly();
      process.onExit().join();
    }
  }

  /** Leaves open rounds, failed deliveries, a replay that waits, and a deletion under way. */
  private void fill(Path folder) throws SQLException {
    try (RunningServer server = RunningServer.start(folder, EMBEDDED)) {
      String accepting = server.createDestination(healthy.url("/"));
      server.createDestination(failing.url("/"));
      refused = "/api/destinations/" + server.createDestination(refusing.url("/"));
      for (int i = 0; i < MESSAGES; i += 10) {
        String batch =
            IntStream.range(i, i + 10)
                .mapToObj(
                    n ->
                        "{'type':'track','event':'E','userId':'u%d','messageId':'m%d'}"
                            .formatted(n % 37, n))
                .collect(Collectors.joining(","))
                .replace('\'', '"');
        assertThat(server.track("/v1/batch", "{\"batch\":[" + batch + "]}").statusCode())
            .isEqualTo(200);
      }
      await().atMost(TIMEOUT).until(() -> healthy.received().size() == MESSAGES);
      await().atMost(TIMEOUT).until(() -> refusing.received().size() == MESSAGES);
      regulation =
          server
              .api(
                  "POST",
                  "/api/regulations",
                  "{'regulationType':'SUPPRESS_WITH_DELETE','subjectType':'USER_ID',"
                      + "'subjectIds':['u5'],'hideNow':true}")
              .path("id")
              .asText();
      await().atMost(TIMEOUT).until(() -> ids(healthy, 0).containsKey("delete"));
      server.api("PATCH", refused, "{'paused':true}");
      server.api("POST", refused + "/replays", "{'failed':true,'since':'2000-01-01T00:00:00Z'}");
      server.api("PATCH", "/api/destinations/" + accepting, "{'name':'Accepting'}");
    }
    try (Connection profiles =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("profiles.db"));
        Statement statement = profiles.createStatement()) {
      statement.execute(
          "insert into outbox (change, computation, profile, user_id, value, destinations, at)"
              + " values (1, 9, 1, x'7531', 'true', x'', 5)");
    }
  }

  /** What a receiver got from a request on: how often each message. */
  private static Map<String, Integer> ids(TestReceiver receiver, int from) {
    Map<String, Integer> ids = new TreeMap<>();
    List<Received> all = List.copyOf(receiver.received());
    for (Received one : all.subList(from, all.size())) {
      Matcher id = ID.matcher(new String(one.body(), UTF_8));
      ids.merge(id.find() ? id.group(1) : "delete", 1, Integer::sum);
    }
    return ids;
  }

  /** Lets a node do what is left; returns what each receiver got. */
  private List<Map<String, Integer>> drained(Path folder, Map<String, String> settings) {
    List<TestReceiver> receivers = List.of(healthy, failing, refusing);
    List<Integer> before = receivers.stream().map(one -> one.received().size()).toList();
    try (RunningServer server = RunningServer.start(folder, settings)) {
      server.api("PATCH", refused, "{'paused':false}");
      await()
          .atMost(TIMEOUT)
          .untilAsserted(
              () -> {
                JsonNode replay = server.api(refused + "/replays").at("/data/0");
                assertThat(replay.path("state").asText()).as("%s", replay).isEqualTo("finished");
                assertThat(server.api("/api/regulations/" + regulation).path("status").asText())
                    .isIn("FINISHED", "PARTIAL_SUCCESS", "FAILED");
                assertThat(ids(failing, before.get(1))).hasSizeGreaterThanOrEqualTo(190);
              });
      assertThat(server.api("/api/messages/m1").path("data")).isNotEmpty();
      assertThat(server.admin("GET", "/api/messages/m5", null).statusCode()).isEqualTo(404);
      await().atMost(TIMEOUT).until(() -> server.calls() == MESSAGES);
    }
    return IntStream.range(0, receivers.size())
        .mapToObj(i -> ids(receivers.get(i), before.get(i)))
        .toList();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      files.forEach(
          file -> {
            try {
              Files.copy(file, to.resolve(from.relativize(file)));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  private static long outboxRows() throws SQLException {
    try (Connection database = DriverManager.getConnection(POSTGRES.setting());
        Statement statement = database.createStatement();
        ResultSet rows =
            statement.executeQuery("select count(*) from postrider_profiles.outbox where at = 5")) {
      return rows.next() ? rows.getLong(1) : -1;
    }
  }

  @Test
  void movedFolder_deliversWhatItWouldHaveDelivered_howeverOftenTheMoveIsKilled() throws Exception {
    Path folder = temporary.resolve("moved");
    Path stayed = temporary.resolve("stayed");
    fill(folder);
    copy(folder, stayed);
    failing.always(Behaviour.status(200));
    refusing.always(Behaviour.status(200));
    List<Map<String, Integer>> expected = drained(stayed, EMBEDDED);
    assertThat(expected.get(2)).hasSizeGreaterThanOrEqualTo(190);

    kill(folder);
    for (Kill kill :
        List.of(
            new Kill("Copying the log", 150),
            new Kill("Comparing the log", 7),
            new Kill("Copying the ledger", 1),
            new Kill("Copying the profiles", 20),
            new Kill("Copying the configuration", 5),
            new Kill("Copying the cursors", 2))) {
      assertThatThrownBy(() -> migration(folder, onKafka(), kill).run())
          .as("%s", kill)
          .hasMessage("killed");
      assertThatThrownBy(() -> RunningServer.start(folder, EMBEDDED))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("is half moved");
    }
    assertThatThrownBy(() -> RunningServer.start(temporary.resolve("other"), onKafka()))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("is not complete");

    CommandRun.of(arguments(folder)).exits(0).awaitOut("Moved everything.");
    CommandRun.of(arguments(folder)).exits(0).awaitOut("was moved before.");
    assertThat(outboxRows()).isEqualTo(1);
    assertThatThrownBy(() -> RunningServer.start(folder, EMBEDDED))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("was moved to Kafka");

    assertThat(drained(folder, onKafka())).isEqualTo(expected);

    Path another = temporary.resolve("another");
    RunningServer.start(another, EMBEDDED).close();
    assertThatThrownBy(() -> migration(another, onKafka(), new Kill("", 0)).run())
        .isInstanceOf(StartException.class)
        .hasMessageContaining("already received another data folder");
  }

  @Test
  void topicsAndDatabaseInUse_areRefused_andTheFolderIsServed() {
    Path folder = temporary.resolve("folder");
    RunningServer.start(folder, EMBEDDED).close();
    Map<String, String> settings = onKafka();
    settings.put("log.kafka.topic", "used");
    try (KafkaLog topic =
        KafkaEngine.of(config(folder, settings), InstantSource.system()).openLog()) {
      topic.append(0, RecordBatch.of(new byte[] {1})).join();
    }
    assertThatThrownBy(() -> migration(folder, settings, new Kill("", 0)).run())
        .isInstanceOf(StartException.class)
        .hasMessageContaining("'used' and 'used-ledger' are not empty");
    settings.put("log.kafka.topic", "unused");
    RunningServer.start(temporary.resolve("node"), settings).close();
    assertThatThrownBy(() -> migration(folder, settings, new Kill("", 0)).run())
        .isInstanceOf(StartException.class)
        .hasMessageContaining("The database is in use");
    RunningServer.start(folder, EMBEDDED).close();
  }

  @Test
  void messagesToDeliver_thatTheTopicWouldDelete_areRefused() throws Exception {
    Path folder = temporary.resolve("late");
    try (RunningServer server = RunningServer.start(folder, EMBEDDED)) {
      server.createDestination(failing.url("/"));
      assertThat(server.track("/v1/track", "{\"event\":\"E\",\"userId\":\"u\"}").statusCode())
          .isEqualTo(200);
      await().atMost(TIMEOUT).until(() -> !failing.received().isEmpty());
    }
    Map<String, String> settings = onKafka();
    settings.put("log.kafka.topic", "late");
    settings.put("log.retention", "7d");
    InstantSource nextWeek = InstantSource.offset(InstantSource.system(), Duration.ofDays(8));
    assertThatThrownBy(
            () -> new Migration(config(folder, settings), nextWeek, new Kill("", 0)).run())
        .isInstanceOf(StartException.class)
        .hasMessageContaining("are still to be delivered, but the topic keeps records for")
        .hasMessageContaining("'log.retention' = 7d only");
    RunningServer.start(folder, EMBEDDED).close();

    settings.put("log.retention", "9d");
    assertThat(new Migration(config(folder, settings), nextWeek, new Kill("", 0)).run())
        .isEqualTo(Migration.Outcome.MOVED);
  }
}
