package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the data folder of version 1.0; see fixtures/data-folder-2/README.md. */
class ReleaseFixtureTest {

  private static final String RECEIVER = "/api/destinations/dst_9zwjr99f6nxad";
  private static final String WAITING = "/api/destinations/dst_ekx53tb00tsv1";

  /** Continues from when the folder was written, so that retention deletes nothing. */
  private final InstantSource clock =
      InstantSource.offset(
          InstantSource.system(),
          Duration.between(Instant.now(), Instant.parse("2026-11-17T12:48:00Z")));

  @TempDir Path folder;

  private void unpack() throws IOException {
    try (InputStream file =
            ReleaseFixtureTest.class.getResourceAsStream("/fixtures/data-folder-2/stopped.zip");
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = folder.resolve(entry.getName());
        Files.createDirectories(target.getParent());
        Files.copy(zip, target);
      }
    }
  }

  @Test
  void folderOfTheRelease_opensWithEverything() throws IOException {
    unpack();
    try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL, clock)) {
      assertThat(server.api("/api/sources").path("data").toString()).contains("Shop");
      assertThat(server.api(RECEIVER).path("name").asText()).isEqualTo("Receiver");
      assertThat(server.api(WAITING).path("name").asText()).isEqualTo("Waiting");
      assertThat(server.api(RECEIVER + "/deliveries?status=failed").path("data"))
          .extracting(one -> one.path("messageId").asText())
          .containsExactly("refused-1");
      assertThat(server.api("/api/audiences").at("/data/0/size").asInt()).isEqualTo(10);
      assertThat(server.api("/api/profiles/user-1").at("/traits/plan").asText()).isEqualTo("pro");
      assertThat(server.api("/api/messages/order-3/story").toString()).contains("delivered");
    }
  }
}
