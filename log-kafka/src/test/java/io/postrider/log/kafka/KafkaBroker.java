package io.postrider.log.kafka;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A broker in a process of its own, started from its jars, that a test can kill, pause and start
 * again. Broker and controller in one; its data stays between starts. Confined to the test's
 * thread.
 */
public final class KafkaBroker implements AutoCloseable {

  private static final List<String> JVM =
      List.of("-Xmx256m", "-Xms64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final BrokerVersion version;
  private final Path folder;
  private final int port;
  private @Nullable Process process;

  /**
   * @param properties the broker's configuration
   */
  KafkaBroker(BrokerVersion version, Path folder, int port, Map<String, String> properties) {
    this.version = version;
    this.folder = folder;
    this.port = port;
    List<String> lines = new ArrayList<>();
    properties.forEach((key, value) -> lines.add(key + "=" + value));
    try {
      Files.createDirectories(folder);
      Files.write(folder.resolve("broker.properties"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::kill)); // when a test run is aborted
  }

  /** Prepares the folder, before the first start. */
  void format(String clusterId) {
    run("kafka.tools.StorageTool", "format", "-t", clusterId, "-c", "broker.properties");
  }

  /** Where clients connect. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  /** Starts the process; does not wait until it is ready. */
  public void start() {
    process = launch("kafka.Kafka", "broker.properties");
  }

  /** Ends the process at once, as {@code kill -9} does. */
  public void kill() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
      await(running);
    }
  }

  /** Stops the process from running, without ending it. */
  public void pause() {
    signal("STOP");
  }

  /** Lets a paused process run again. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      await(
          new ProcessBuilder("kill", "-" + name, "" + requireNonNull(process).pid())
              .inheritIO()
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run(String... command) {
    Process format = launch(command);
    await(format);
    if (format.exitValue() != 0) {
      throw new IllegalStateException(
          String.join(" ", command) + " failed; see " + folder.resolve("broker.log"));
    }
  }

  private Process launch(String... command) {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    all.addAll(JVM);
    version
        .classCache()
        .ifPresent(
            cache ->
                all.addAll(List.of("-XX:AOTCache=" + cache, "-Xlog:aot*=off", "-Xlog:cds*=off")));
    all.add("-cp");
    all.add(version.classPath());
    all.addAll(List.of(command));
    ProcessBuilder builder = new ProcessBuilder(all).directory(folder.toFile());
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("broker.log").toFile()));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(Process process) {
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("a process does not end: " + process.info());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
