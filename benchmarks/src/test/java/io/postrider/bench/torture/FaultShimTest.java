package io.postrider.bench.torture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The preloaded library, in processes of its own. */
class FaultShimTest {
  @TempDir private Path folder;
  private Path guarded;
  private FaultShim shim;

  @BeforeEach
  void compile() throws IOException, InterruptedException {
    guarded = Files.createDirectory(folder.resolve("guarded"));
    shim = FaultShim.compile(folder, guarded);
  }

  @Test
  void steppedClock_isSeenByTheProcessAlone() throws IOException, InterruptedException {
    shim.stepClock(Duration.ofDays(-400));
    Instant stepped = Instant.ofEpochSecond(Long.parseLong(run("date +%s").strip()));
    assertThat(stepped).isBefore(Instant.now().minus(Duration.ofDays(399)));
    shim.clear();
    Instant real = Instant.ofEpochSecond(Long.parseLong(run("date +%s").strip()));
    assertThat(real).isAfter(Instant.now().minus(Duration.ofDays(1)));
  }

  @Test
  void fullDisk_failsWritesInTheFolderOnly() throws IOException, InterruptedException {
    shim.failWrites(FaultShim.WriteError.NO_SPACE);
    assertThat(run(copyTo(guarded))).contains("No space left");
    assertThat(run(copyTo(folder))).contains("1 byte copied");
  }

  @Test
  void readOnlyDisk_failsNewFiles() throws IOException, InterruptedException {
    shim.failWrites(FaultShim.WriteError.READ_ONLY);
    assertThat(run(copyTo(guarded))).contains("Read-only file system");
    assertThat(guarded.resolve("file")).doesNotExist();
  }

  @Test
  void frozenDisk_continuesWhenItThaws() throws IOException, InterruptedException {
    shim.freeze(true);
    Process process = start(copyTo(guarded));
    assertThat(process.isAlive()).isTrue();
    assertThat(guarded.resolve("file")).doesNotExist();
    shim.freeze(false);
    assertThat(process.waitFor()).isZero();
    assertThat(guarded.resolve("file")).hasSize(1);
  }

  /** A program that writes as the server does: without the buffers of the C library. */
  private static String copyTo(Path target) {
    return "LC_ALL=C dd if=/dev/zero bs=1 count=1 of=" + target.resolve("file");
  }

  private String run(String command) throws IOException, InterruptedException {
    Process process = start(command);
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return output;
  }

  private Process start(String command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", command);
    builder.environment().putAll(shim.environment());
    return builder.directory(folder.toFile()).redirectErrorStream(true).start();
  }
}
