package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.http.RawConnection;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real program with few open files: it shares them out, or refuses to start. */
class OpenFilesIT {

  private static final int LIMIT = 256;
  private static final int CLIENTS = 300;
  private static final int DESTINATIONS = 100;

  @TempDir Path folder;

  @Test
  void fewFiles_areSharedOut() throws Exception {
    List<RawConnection> open = new ArrayList<>();
    try (MisbehavingReceiver receiver = MisbehavingReceiver.open();
        ChildServer child =
            ChildServer.start(
                folder,
                Map.of(),
                "prlimit --nofile=" + LIMIT + ":" + LIMIT,
                "--delivery.allow-networks=127.0.0.0/8")) {
      String key = child.writeKey();
      for (int i = 0; i < DESTINATIONS; i++) {
        child.createDestination(receiver.url(i));
      }
      for (int i = 0; i < CLIENTS; i++) {
        open.add(RawConnection.open(child.port()));
      }
      // these connections were open before, or are refused; all of them at once
      for (RawConnection connection : open) {
        try {
          connection.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
        } catch (IOException refused) {
          // one too many
        }
      }
      for (RawConnection connection : open) {
        connection.close();
      }
      for (int i = 0; i < 200; i++) {
        String message = "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"m" + i + "\"}";
        assertThat(track(child, message, key)).isEqualTo(200);
      }
      assertThat(child.get("/health/ready").statusCode()).isEqualTo(200);
      assertThat(child.api("/api/destinations").path("data")).hasSizeGreaterThan(10);
      assertThat(new File("/proc/" + child.pid() + "/fd").list()).hasSizeLessThan(LIMIT);
      assertThat(child.printed())
          .anyMatch(line -> line.contains("Limits: 72 connections from clients, 54 to receivers"))
          .noneMatch(line -> line.contains("Too many open files"));
      assertThat(child.terminate()).isZero();
    }
  }

  /** An idle connection of this client may have been closed for a new one of another. */
  private static int track(ChildServer child, String message, String key) {
    try {
      return child.track("/v1/track", message, key).statusCode();
    } catch (UncheckedIOException closed) {
      return child.track("/v1/track", message, key).statusCode();
    }
  }

  @Test
  void tooFewFiles_areRefusedWithWords() {
    try (ChildServer child = ChildServer.launch(folder, Map.of(), "prlimit --nofile=150:150")) {
      assertThat(child.outputToEnd())
          .contains("The process may open only 150 files; it needs at least 192.");
      assertThat(child.exitCode()).isNotZero();
    }
  }
}
