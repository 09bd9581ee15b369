package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
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

/** How the real program starts, refuses to start, gets by without space, and stops. */
class ShutdownIT {

  private static final int CLIENTS = 8;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicInteger ids = new AtomicInteger();

  @Test
  void signal_endsItInOrder_andNothingAcknowledgedIsLost(@TempDir Path folder) throws Exception {
    try (ChildServer child = ChildServer.start(folder, Map.of());
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        running.add(clients.submit(() -> sendUntilItStops(child)));
      }
      await().atMost(Duration.ofMinutes(1)).until(() -> acknowledged.size() > 500);
      assertThat(child.terminate()).isZero();
      for (Future<?> client : running) {
        client.get();
      }
    }
    assertThat(KeptMessage.readAll(folder).stream().map(message -> message.text("messageId")))
        .doesNotHaveDuplicates()
        .containsAll(acknowledged);
  }

  @Test
  void shutdownDelay_servesOnWhileNotReady(@TempDir Path folder) throws Exception {
    try (RunningServer server = RunningServer.start(folder, Map.of("http.shutdown-delay", "5m"));
        ExecutorService stopping = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
      Future<?> stopped = stopping.submit(server::stop);
      await().until(() -> server.get("/health/ready").statusCode() == 503);
      assertThat(server.get("/health/ready").body()).contains("stopping");
      String call = "{\"userId\":\"u\",\"event\":\"e\"}";
      assertThat(server.track("/v1/track", call).statusCode()).isEqualTo(200);
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
      assertThat(send(first, "m").statusCode()).isEqualTo(200);
      assertThat(first.terminate()).isZero();
    }
    assertThat(KeptMessage.readAll(folder)).hasSize(1);
  }

  @Test
  void unknownSettings_areRefusedWithAGuess(@TempDir Path folder) throws IOException {
    assertRefused(
        folder,
        2,
        "no setting 'log.retenton'",
        "did you mean 'log.retention'?",
        "--log.retenton=7d");
    Path file = Files.writeString(folder.resolve("settings.properties"), "dedupe.windw = 1h\n");
    assertRefused(
        folder,
        2,
        "no setting 'dedupe.windw'",
        "did you mean 'dedupe.window'?",
        "--config=" + file);
    assertRefused(folder, 2, "'log.retention'", "'soon' is not an amount", "--log.retention=soon");
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
  void takenPort_isNamed(@TempDir Path folder) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      String port = Integer.toString(taken.getLocalPort());
      assertRefused(folder, 1, "Port " + port + " is in use.", "--port", "--port=" + port);
    }
    assertRefused(
        folder, 1, "Cannot listen on port 0 of 192.0.2.1", "assign", "--http.host=192.0.2.1");
  }

  @Test
  void fullDisk_isToldAndOverWhenThereIsSpace(@TempDir Path mountPoint) throws Exception {
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
      assertThat(KeptMessage.readAll(folder).stream().map(message -> message.text("messageId")))
          .doesNotHaveDuplicates()
          .containsAll(acknowledged);
    } finally {
      run("umount", "-l", mountPoint.toString());
    }
  }

  private void sendUntilItStops(ChildServer child) {
    try {
      while (true) {
        String id = "m" + ids.incrementAndGet();
        HttpResponse<String> answer = send(child, id);
        if (answer.statusCode() != 200) {
          assertThat(answer.statusCode()).isEqualTo(503);
          return;
        }
        acknowledged.add(id);
      }
    } catch (IOException e) {
      // it has stopped
    }
  }

  private HttpResponse<String> sendUntilRefused(ChildServer child) throws IOException {
    String pad = "x".repeat(30_000);
    while (true) {
      String id = "m" + ids.incrementAndGet();
      HttpResponse<String> answer = send(child, id, pad);
      if (answer.statusCode() != 200) {
        return answer;
      }
      acknowledged.add(id);
    }
  }

  private HttpResponse<String> send(ChildServer child, String id) throws IOException {
    return send(child, id, "");
  }

  private HttpResponse<String> send(ChildServer child, String id, String pad) throws IOException {
    String body =
        "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"" + id + "\",\"pad\":\"" + pad + "\"}";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + child.port() + "/v1/track"))
            .header("Authorization", RunningServer.basic(child.writeKey()))
            .timeout(Duration.ofMinutes(1))
            .POST(BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Takes all space that is left. */
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
      Path folder, int exitCode, String what, String advice, String... flags) {
    try (ChildServer child = ChildServer.launch(folder, Map.of(), flags)) {
      assertThat(child.outputToEnd())
          .startsWith("postrider: ")
          .contains(what)
          .contains(advice)
          .doesNotContain("\tat ");
      assertThat(child.exitCode()).isEqualTo(exitCode);
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }
}
