package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of an import, in its own process, again and again. */
class ImportKillIT {

  private static final int LINES = 6_000;
  private static final int KILLS = 3;

  @TempDir Path folder;

  private Process importing(Path file, RunningServer server) throws IOException {
    List<String> command = ProgramCommand.withOptions(List.of());
    command.addAll(List.of("import", file.toString(), "--url", server.uri("/").toString()));
    command.addAll(List.of("--write-key", server.writeKey(), "--max-rate", "900"));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output").toFile())
        .start();
  }

  private static long settled(Path progress) throws IOException {
    return Files.exists(progress)
        ? TestNode.parse(Files.readString(progress)).path("lines").asLong()
        : 0;
  }

  @Test
  void killedImport_isContinued_withoutLossOrRepetition() throws Exception {
    String calls =
        IntStream.range(0, LINES)
            .mapToObj(i -> "{\"type\":\"identify\",\"userId\":\"u%d\"}\n".formatted(i))
            .collect(Collectors.joining());
    Path file = Files.writeString(folder.resolve("calls"), calls);
    Path progress = Path.of(file + ".progress");
    try (RunningServer server = RunningServer.start(folder.resolve("data"), Map.of())) {
      for (int kill = 0; kill < KILLS; kill++) {
        long before = settled(progress);
        Process process = importing(file, server);
        await()
            .atMost(Duration.ofSeconds(60))
            .pollInterval(Duration.ofMillis(5))
            .until(() -> settled(progress) > before || !process.isAlive());
        process.destroyForcibly();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(settled(progress)).isBetween(1L, LINES - 1L);
      Process last = importing(file, server);
      assertThat(last.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(last.exitValue()).as(Files.readString(folder.resolve("output"))).isZero();
      assertThat(settled(progress)).isEqualTo(LINES);
      assertThat(server.stopAndReadLog())
          .extracting(message -> message.text("userId"))
          .hasSize(LINES)
          .doesNotHaveDuplicates();
    }
  }
}
