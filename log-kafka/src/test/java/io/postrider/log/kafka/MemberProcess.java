package io.postrider.log.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An {@link OwnershipMember} that a test kills or pauses, and the lines that it printed. */
final class MemberProcess implements AutoCloseable {

  private final Process process;
  private final List<String> lines = new ArrayList<>();

  MemberProcess(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OwnershipMember.class.getName()));
    command.addAll(List.of(arguments));
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::read);
  }

  private void read() {
    try (BufferedReader output = process.inputReader(UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        synchronized (lines) {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      // killed
    }
  }

  /** What it has printed that begins with a word. */
  List<String> lines(String word) {
    synchronized (lines) {
      return lines.stream().filter(line -> line.startsWith(word + " ")).toList();
    }
  }

  /** All it has printed. */
  List<String> lines() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  void kill() {
    process.destroyForcibly();
  }

  /**
   * Returns when all its threads have stopped: a signal takes effect some time after it is sent.
   */
  void pause() {
    signal("STOP");
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(this::isStopped);
  }

  private boolean isStopped() throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      for (Path thread : threads.toList()) {
        String stat = Files.readString(thread.resolve("stat"));
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
    }
    return true;
  }

  void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, "" + process.pid()).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
