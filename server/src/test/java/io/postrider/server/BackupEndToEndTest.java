package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.commands.backup.BackupWriter;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code postrider backup} of a node under load, and {@code postrider restore}. */
class BackupEndToEndTest {

  @TempDir Path folder;

  private static void track(RunningServer server, String id) {
    String json = "{\"userId\":\"ada\",\"event\":\"E\",\"messageId\":\"%s\"}".formatted(id);
    assertThat(server.track("/v1/track", json).statusCode()).isEqualTo(200);
  }

  private CommandRun backup(String name) {
    return CommandRun.of(
        "backup",
        "--data",
        folder.resolve("data").toString(),
        "--to",
        folder.resolve(name).toString());
  }

  private CommandRun restore(String backup, String data) {
    return CommandRun.of(
        "restore", folder.resolve(backup).toString(), "--data", folder.resolve(data).toString());
  }

  @Test
  void backupOfABusyNode_isComplete_andStarts() throws Exception {
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    Set<String> before;
    String key;
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server = RunningServer.start(folder.resolve("data"), TestNode.LOCAL)) {
      key = server.writeKey();
      server.createDestination(receiver.url("/"));
      AtomicBoolean stop = new AtomicBoolean();
      Thread sender =
          Thread.startVirtualThread(
              () -> {
                for (int i = 0; !stop.get(); i++) {
                  track(server, "m" + i);
                  acknowledged.add("m" + i);
                }
              });
      try {
        await().atMost(Duration.ofSeconds(60)).until(() -> receiver.received().size() > 20);
        before = new HashSet<>(acknowledged);
        assertThat(backup("b1").exits(0).out())
            .contains("Copying catalog.db.", "Copying log.", "Backed up and verified");
      } finally {
        stop.set(true);
        sender.join();
      }
    }
    assertThat(folder.resolve("b1.incomplete")).doesNotExist();
    assertThat(restore("b1", "restored").exits(0).out()).startsWith("Restored and verified");
    List<StoredMessage> stored;
    try (RunningServer restored = RunningServer.start(folder.resolve("restored"), TestNode.LOCAL)) {
      JsonNode destinations = restored.api("/api/destinations").path("data");
      assertThat(destinations).hasSize(1);
      String after = "{\"userId\":\"ada\",\"event\":\"E\",\"messageId\":\"after\"}";
      assertThat(restored.track("/v1/track", after, key).statusCode()).isEqualTo(200);
      stored = restored.stopAndReadLog();
    }
    assertThat(stored).extracting(message -> message.text("messageId")).contains("after");
    assertThat(stored).extracting(message -> message.text("messageId")).containsAll(before);
    assertThat(stored).extracting(message -> message.text("messageId")).doesNotHaveDuplicates();
  }

  @Test
  void restoredNode_deliversWhatWaited() throws Exception {
    try (RunningServer server = RunningServer.start(folder.resolve("data"), TestNode.LOCAL);
        TestReceiver receiver = TestReceiver.open()) {
      String id = server.createDestination(receiver.url("/"));
      server.api("PATCH", "/api/destinations/" + id, "{'paused':true}");
      track(server, "waiting");
      backup("b1").exits(0);
    }
    restore("b1", "restored").exits(0);
    try (RunningServer restored = RunningServer.start(folder.resolve("restored"), TestNode.LOCAL);
        TestReceiver receiver = TestReceiver.open()) {
      String id = restored.api("/api/destinations").at("/data/0/id").asText();
      restored.api(
          "PATCH",
          "/api/destinations/" + id,
          "{'paused':false,'settings':{'webhooks':[{'url':'%s'}]}}".formatted(receiver.url("/")));
      assertThat(receiver.take().text()).contains("\"messageId\":\"waiting\"");
    }
  }

  @Test
  void stoppedNode_isBackedUpToo_andDamageIsNoticed() throws Exception {
    try (RunningServer server = RunningServer.start(folder.resolve("data"), Map.of())) {
      track(server, "m1");
    }
    backup("b1").exits(0);
    assertThat(backup("b1").exits(1).err()).contains("exists. Choose another name");
    Files.createDirectory(folder.resolve("b2.incomplete"));
    assertThat(backup("b2").exits(1).err()).contains("an earlier backup was interrupted");
    assertThat(restore("b1", "data").exits(1).err()).contains("is not empty");
    Path cursors = folder.resolve("b1/cursors.db");
    byte[] sound = Files.readAllBytes(cursors);
    Files.write(cursors, new byte[] {1}, StandardOpenOption.APPEND);
    assertThat(restore("b1", "r1").exits(1).err()).contains("cursors.db is damaged");
    Files.delete(cursors);
    assertThat(restore("b1", "r1").exits(1).err()).contains("cursors.db is missing");
    Files.write(cursors, sound);
    assertThat(folder.resolve("r1")).doesNotExist();
    restore("b1", "r1").exits(0);
    Files.writeString(folder.resolve("data/manifest"), "postrider-manifest 3\nwhatever\n");
    assertThat(backup("b3").exits(1).err()).contains("was written by a later release");
    assertThat(folder.resolve("b3.incomplete")).doesNotExist();
    Files.delete(folder.resolve("b1/backup.json"));
    assertThat(restore("b1", "r2").exits(1).err()).contains("is not a complete backup");
  }

  /** The upgraded service writes records that the release before it cannot read. */
  @Test
  void upgradeDuringABackup_isInTheManifestOfTheCopy() throws Exception {
    Path data = folder.resolve("data");
    try (RunningServer server = RunningServer.start(data, Map.of())) {
      track(server, "m1");
    }
    Path manifest = data.resolve("manifest");
    String upgraded = Files.readString(manifest);
    assertThat(upgraded).startsWith("postrider-manifest 2\n");
    String body =
        upgraded.substring(0, upgraded.indexOf("checksum ")).replace("manifest 2", "manifest 1");
    CRC32C checksum = new CRC32C();
    checksum.update(body.getBytes(UTF_8));
    Files.writeString(manifest, body + "checksum %08x\n".formatted(checksum.getValue()));
    new BackupWriter(
            data,
            folder.resolve("copy"),
            step -> {
              if (step.equals("Copying log.")) {
                replace(manifest, upgraded);
              }
            })
        .write(Instant.EPOCH);
    assertThat(folder.resolve("copy/manifest")).hasContent(upgraded);
    restore("copy", "restored").exits(0);
  }

  private static void replace(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void wrongUse_isRefused() throws IOException {
    assertThat(backup("b1").exits(1).err()).contains("is not a data folder with a log");
    assertThat(CommandRun.of("backup").exits(2).err()).contains("Missing required option");
    assertThat(CommandRun.of("restore", "x").exits(2).err()).contains("Missing required option");
    CommandRun cluster =
        CommandRun.of(
            "backup", "--to", "x", "--database.url=jdbc:postgresql://127.0.0.1:1/x?user=u");
    assertThat(cluster.exits(1).err()).contains("pg_basebackup");
    CommandRun nodes =
        CommandRun.of(
            "backup",
            "--to",
            "x",
            "--database.url=jdbc:postgresql://127.0.0.1:1/x?user=u",
            "--secrets.key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "--admin.token=a-token-of-the-cluster",
            "--log.engine=kafka",
            "--log.kafka.bootstrap=127.0.0.1:1");
    assertThat(nodes.exits(1).err()).contains("MirrorMaker", "pg_basebackup");
    assertThat(Path.of("x")).doesNotExist();
  }
}
