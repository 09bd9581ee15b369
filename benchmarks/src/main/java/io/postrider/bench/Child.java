package io.postrider.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A child process of a benchmark; its output goes to a file.
 *
 * <p>It can be suspended and resumed, so that its background work does not affect the rounds of
 * another program. It never outlives the benchmark.
 */
final class Child implements AutoCloseable {
  private static final int EXIT_SECONDS = 30;

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
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    return new Child(name, builder.start(), output);
  }

  /** Throws with the end of its output if the process has ended. */
  void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "%s ended with %d:%n%s".formatted(name, process.exitValue(), lastOutput()));
    }
  }

  String lastOutput() throws IOException {
    List<String> lines = Files.readAllLines(output);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
  }

  long pid() {
    return process.pid();
  }

  /** CPU time used so far. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  void pause() throws IOException, InterruptedException {
    signal("-STOP");
  }

  void resume() throws IOException, InterruptedException {
    signal("-CONT");
  }

  /** Stops the process with SIGTERM. */
  void terminate() throws IOException, InterruptedException {
    process.destroy();
    if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "%s did not end in %d s:%n%s".formatted(name, EXIT_SECONDS, lastOutput()));
    }
    close();
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
