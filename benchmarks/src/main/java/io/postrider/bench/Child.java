package io.postrider.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A child process; its output goes to a file.
 *
 * <p>It can be suspended and resumed, so that its background work does not affect the rounds of
 * another program. It never outlives the benchmark.
 */
public final class Child implements AutoCloseable {
  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(30);

  private final String name;
  private final Process process;
  private final Path output;
  private final Thread hook;

  private Child(String name, Process process, Path output) {
    this.name = name;
    this.process = process;
    this.output = output;
    this.hook = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  static Child start(
      String name, List<String> command, Map<String, String> environment, Path output)
      throws IOException {
    Files.deleteIfExists(output);
    return append(name, command, environment, output);
  }

  /** Starts a process whose output is appended to a file. */
  public static Child append(
      String name, List<String> command, Map<String, String> environment, Path output)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    return new Child(name, builder.start(), output);
  }

  /** Throws with the end of its output if the process has ended. */
  public void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "%s ended with %d:%n%s".formatted(name, process.exitValue(), lastOutput()));
    }
  }

  String lastOutput() throws IOException {
    List<String> lines = Files.readAllLines(output);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
  }

  public long pid() {
    return process.pid();
  }

  /** CPU time used so far. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  public void pause() throws IOException, InterruptedException {
    signal("-STOP");
  }

  public void resume() throws IOException, InterruptedException {
    signal("-CONT");
  }

  /** Stops the process with SIGTERM. */
  void terminate() throws IOException, InterruptedException {
    signalEnd();
    int _ = awaitEnd(EXIT_TIMEOUT);
  }

  /** Sends SIGTERM. */
  public void signalEnd() {
    process.destroy();
  }

  /** Waits until the process has ended; returns its exit code. */
  public int awaitEnd(Duration timeout) throws IOException, InterruptedException {
    if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException(
          "%s did not end in %s:%n%s".formatted(name, timeout, lastOutput()));
    }
    close();
    return process.exitValue();
  }

  /** Kills the process if it still runs. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
    Runtime.getRuntime().removeShutdownHook(hook);
  }

  private void signal(String signal) throws IOException, InterruptedException {
    requireAlive();
    new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
  }
}
