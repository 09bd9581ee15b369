package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kill -9} of a backup, in its own process, while the service runs. */
class BackupKillIT {

  /** Enough for a copy that takes longer than it takes to kill it. */
  private static final int CALLS = 300;

  private static final int TRIES = 20;
  private static final String PAD = "x".repeat(30_000);

  @TempDir Path folder;

  private static boolean track(TestNode server, String id) {
    String json =
        "{\"userId\":\"ada\",\"event\":\"E\",\"messageId\":\"%s\",\"properties\":{\"p\":\"%s\"}}"
            .formatted(id, PAD);
    return server.track("/v1/track", json).statusCode() == 200;
  }

  private Path killedBackup(String name, String step) throws Exception {
    for (int i = 0; i < TRIES; i++) {
      Path target = folder.resolve(name + i);
      List<String> command = ProgramCommand.withOptions(List.of());
      command.addAll(List.of("backup", "--data", folder.resolve("data").toString()));
      command.addAll(List.of("--to", target.toString()));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
        String line = reader.readLine();
        while (line != null && !line.equals(step)) {
          line = reader.readLine();
        }
        process.destroyForcibly();
        assertThat(line).isEqualTo(step);
      }
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      if (!Files.exists(target)) {
        return target;
      }
    }
    throw new AssertionError("each backup was complete before it was killed");
  }

  private CommandRun backup(Path target) {
    return CommandRun.of(
        "backup", "--data", folder.resolve("data").toString(), "--to", target.toString());
  }

  private CommandRun restore(Path backup, String data) {
    return CommandRun.of("restore", backup.toString(), "--data", folder.resolve(data).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Copying catalog.db.", "Copying log.", "Computing checksums."})
  void killedBackup_isRefused_andHarmsNothing(String step) throws Exception {
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    Path target;
    try (RunningServer server = RunningServer.start(folder.resolve("data"), TestNode.LOCAL)) {
      AtomicBoolean stop = new AtomicBoolean();
      Thread sender =
          Thread.startVirtualThread(
              () -> {
                for (int i = 0; i < CALLS || !stop.get(); i++) {
                  assertThat(track(server, "m" + i)).isTrue();
                  acknowledged.add("m" + i);
                }
              });
      try {
        target = killedBackup("b", step);
      } finally {
        stop.set(true);
        sender.join();
      }
      assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
      assertThat(track(server, "after")).isTrue();
      acknowledged.add("after");

      Path half = target.resolveSibling(target.getFileName() + ".incomplete");
      assertThat(half).isDirectory();
      assertThat(restore(half, "half").exits(1).err())
          .isEqualTo(
              "postrider: " + half + " is not a complete backup: it has no file backup.json.\n");
      assertThat(folder.resolve("half")).doesNotExist();
      assertThat(backup(target).exits(1).err())
          .contains("an earlier backup was interrupted. Delete it, and try again.");
      backup(folder.resolve("next")).exits(0);
    }
    restore(folder.resolve("next"), "restored").exits(0);
    assertThat(StoredMessage.readAll(folder.resolve("data")))
        .extracting(message -> message.text("messageId"))
        .doesNotHaveDuplicates()
        .containsAll(acknowledged);
    try (RunningServer restored = RunningServer.start(folder.resolve("restored"), TestNode.LOCAL)) {
      assertThat(restored.stopAndReadLog())
          .extracting(message -> message.text("messageId"))
          .containsAll(acknowledged);
    }
  }
}
