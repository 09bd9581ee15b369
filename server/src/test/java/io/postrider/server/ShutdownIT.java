package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real program: start, refused starts, a full disk, shutdown. */
class ShutdownIT {

  private static final int CLIENTS = 8;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicInteger ids = new AtomicInteger();

  @Test
  void sigterm_stopsOrderly_withoutLosingAcknowledgedMessages(@TempDir Path folder)
      throws Exception {
    try (ChildServer child = ChildServer.start(folder, Map.of());
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        running.add(clients.submit(() -> sendUntilStopped(child)));
      }
      await().atMost(Duration.ofMinutes(1)).until(() -> acknowledged.size() > 500);
      assertThat(child.terminate()).isZero();
      for (Future<?> client : running) {
        client.get();
      }
    }
    assertThat(StoredMessage.readAll(folder).stream().map(message -> message.text("messageId")))
        .doesNotHaveDuplicates()
        .containsAll(acknowledged);
  }

  @Test
  void shutdownDelay_keepsServingWhileNotReady(@TempDir Path folder) throws Exception {
    try (RunningServer server = RunningServer.start(folder, Map.of("http.shutdown-delay", "5m"));
        ExecutorService stopping = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
      Future<?> stopped = stopping.submit(server::stop);
      await().until(() -> server.get("/health/ready").statusCode() == 503);
      assertThat(server.get("/health/ready").body()).contains("stopping");
      String call = "{\"userId\":\"u\",\"event\":\"e\"}";
      assertThat(server.track("/v1/track", call).statusCode()).isEqualTo(200);
      await().until(() -> saysClose(server.track("/v1/track", call)));
      assertThat(stopped.isDone()).isFalse();
      stopping.shutdownNow();
    }
  }

  @Test
  void dataFolder_belongsToOneProcess(@TempDir Path folder) throws Exception {
    try (ChildServer first = ChildServer.start(folder, Map.of());
        ChildServer second = ChildServer.launch(folder, Map.of())) {
      assertThat(second.outputToEnd())
          .contains("postrider: The data folder " + folder)
          .contains("is in use by another Postrider (process " + first.pid() + ")")
          .doesNotContain("Exception");
      assertThat(second.exitCode()).isEqualTo(1);
      assertThat(first.printed().getFirst()).contains(" INFO  Server Limits: ");
      assertThat(send(first, "m").statusCode()).isEqualTo(200);
      assertThat(first.terminate()).isZero();
    }
    assertThat(StoredMessage.readAll(folder)).hasSize(1);
  }

  @Test
  void invalidSettings_areRefused(@TempDir Path folder) throws IOException {
    assertRefused(
        folder,
        2,
        "Unknown setting 'log.retenton'",
        "did you mean 'log.retention'?",
        "--log.retenton=7d");
    Path file = Files.writeString(folder.resolve("settings.properties"), "dedupe.windw = 1h\n");
    assertRefused(
        folder,
        2,
        "Unknown setting 'dedupe.windw'",
        "did you mean 'dedupe.window'?",
        "--config=" + file);
    assertRefused(folder, 2, "'log.retention'", "'soon' is not a duration", "--log.retention=soon");
    assertRefused(folder, 2, "'http.port'", "70000", "--port=70000");
  }

  @Test
  void unknownVariable_isWarnedAbout(@TempDir Path folder) {
    try (ChildServer child = ChildServer.start(folder, Map.of("POSTRIDER_LOG_RETENTON", "7d"))) {
      assertThat(String.join("\n", child.printed())).contains("WARN", "POSTRIDER_LOG_RETENTON");
      assertThat(child.terminate()).isZero();
    }
  }

  @Test
  void unusablePort_isNamed(@TempDir Path folder) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      String port = Integer.toString(taken.getLocalPort());
      assertRefused(folder, 1, "Port " + port + " is in use.", "--port", "--port=" + port);
    }
    assertRefused(
        folder, 1, "Cannot listen on port 0 of 192.0.2.1", "assign", "--http.host=192.0.2.1");
  }

  @Test
  void fullDisk_isReported_andRecovers(@TempDir Path mountPoint) throws Exception {
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", mountPoint.toString()))
        .as("mounting is allowed here")
        .isZero();
    try {
      Path folder = mountPoint.resolve("data");
      Path ballast = mountPoint.resolve("ballast");
      try (ChildServer child = ChildServer.start(folder, Map.of())) {
        assertThat(send(child, "first").statusCode()).isEqualTo(200);
        fill(ballast);
        HttpResponse<String> refused = sendUntilRefused(child);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(refused.body()).contains("\"code\":\"unavailable\"");
        Files.delete(ballast);
        await().atMost(Duration.ofMinutes(1)).until(() -> send(child, "again").statusCode() == 200);
        acknowledged.add("again");
        acknowledged.add("first");
        assertThat(child.terminate()).isZero();
        assertThat(child.printed().stream().filter(line -> line.contains(" ERROR "))).hasSize(1);
        assertThat(String.join("\n", child.printed())).doesNotContain("Exception");
      }
      assertThat(StoredMessage.readAll(folder).stream().map(message -> message.text("messageId")))
          .doesNotHaveDuplicates()
          .containsAll(acknowledged);
    } finally {
      run("umount", "-l", mountPoint.toString());
    }
  }

  private void sendUntilStopped(ChildServer child) {
    try {
      while (true) {
        String id = "m" + ids.incrementAndGet();
        HttpResponse<String> response = send(child, id);
        if (response.statusCode() != 200) {
          assertThat(response.statusCode()).isEqualTo(503);
          return;
        }
        acknowledged.add(id);
      }
    } catch (UncheckedIOException e) {
      // The program stopped.
    }
  }

  private HttpResponse<String> sendUntilRefused(ChildServer child) {
    String pad = "x".repeat(30_000);
    while (true) {
      String id = "m" + ids.incrementAndGet();
      HttpResponse<String> response = send(child, id, pad);
      if (response.statusCode() != 200) {
        return response;
      }
      acknowledged.add(id);
    }
  }

  private static boolean saysClose(HttpResponse<String> response) {
    return response.headers().firstValue("Connection").orElse("").equals("close");
  }

  private static HttpResponse<String> send(ChildServer child, String id) {
    return send(child, id, "");
  }

  private static HttpResponse<String> send(ChildServer child, String id, String pad) {
    return child.track(
        "/v1/track",
        "{'userId':'u','event':'E','messageId':'%s','pad':'%s'}"
            .formatted(id, pad)
            .replace('\'', '"'));
  }

  /** Fills the remaining space. */
  private static void fill(Path ballast) throws IOException {
    byte[] block = new byte[64 * 1024];
    try (OutputStream out = Files.newOutputStream(ballast)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      // full
    }
  }

  private static void assertRefused(
      Path folder, int exitCode, String problem, String advice, String... flags) {
    try (ChildServer child = ChildServer.launch(folder, Map.of(), flags)) {
      assertThat(child.outputToEnd())
          .startsWith("postrider: ")
          .contains(problem)
          .contains(advice)
          .doesNotContain("\tat ");
      assertThat(child.exitCode()).isEqualTo(exitCode);
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }
}
