package io.postrider.bench.torture;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.bench.Child;
import io.postrider.bench.Loopback;
import io.postrider.bench.ProcessMemory;
import io.postrider.bench.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The server under test: one data folder and one port across many processes.
 *
 * <p>Belongs to the thread that injects faults; {@link #pid} may be read from any thread.
 */
final class TortureNode implements AutoCloseable {

  /**
   * The limits of a process; null for the defaults.
   *
   * @param heap as in {@code -Xmx}
   * @param wholeHeap whether the process takes its whole heap at the start
   */
  record Limits(@Nullable String heap, boolean wholeHeap, @Nullable Integer files) {
    static final Limits DEFAULT = new Limits(null, false, null);

    private String options() {
      return "-Xmx" + heap + (wholeHeap ? " -Xms" + heap + " -XX:+AlwaysPreTouch" : "");
    }
  }

  private static final Duration READY_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration EXIT_TIMEOUT = Duration.ofMinutes(1);

  private final Programs programs;
  private final Path folder;
  private final FaultShim shim;
  private final List<String> flags;
  private final int port;
  private final String token = UUID.randomUUID().toString();
  private final Path output;
  private volatile @Nullable Child child;

  /**
   * @param folder the data folder is below it
   */
  TortureNode(Programs programs, Path folder, FaultShim shim, List<String> flags)
      throws IOException {
    this.programs = programs;
    this.folder = folder;
    this.shim = shim;
    this.flags = flags;
    this.port = Loopback.freePort();
    this.output = Files.createFile(folder.resolve("server.log"));
  }

  /** Where the data folder of a node below {@code folder} is. */
  static Path data(Path folder) {
    return folder.resolve("data");
  }

  /** Starts a process and waits until it is ready. */
  void start(Limits limits) throws IOException {
    launch(limits);
    awaitReady();
  }

  /** Starts a process. */
  void launch(Limits limits) throws IOException {
    List<String> command = new ArrayList<>();
    if (limits.files() != null) {
      command.addAll(List.of("sh", "-c", "ulimit -n " + limits.files() + "; exec \"$0\" \"$@\""));
    }
    command.addAll(programs.product(port, data(folder)));
    command.addAll(flags);
    Map<String, String> environment = new HashMap<>(shim.environment());
    environment.put("POSTRIDER_ADMIN_TOKEN", token);
    if (limits.heap() != null) {
      environment.put("POSTRIDER_JAVA_OPTS", limits.options());
    }
    child = Child.append("the server", command, environment, output);
  }

  void awaitReady() throws IOException {
    Loopback.awaitReady(running(), port, READY_TIMEOUT);
  }

  /** The process ID; 0 if none runs. */
  long pid() {
    Child current = child;
    return current == null ? 0 : current.pid();
  }

  int port() {
    return port;
  }

  void kill() {
    running().close();
    child = null;
  }

  /** Sends SIGTERM. */
  void terminate() {
    running().signalEnd();
  }

  /** Waits for the end after SIGTERM; throws unless the exit code is 0. */
  void awaitEnd() throws IOException, InterruptedException {
    int code = running().awaitEnd(EXIT_TIMEOUT);
    child = null;
    if (code != 0) {
      throw new IllegalStateException("The server ended with " + code + " after SIGTERM.");
    }
  }

  /** Collects garbage; returns the heap that is still used, in MiB. */
  long liveHeapMib() throws IOException, InterruptedException {
    return ProcessMemory.liveHeapMib(running().pid());
  }

  void suspend() throws IOException, InterruptedException {
    running().pause();
  }

  void resume() throws IOException, InterruptedException {
    running().resume();
  }

  /** Throws with the last output if the process has ended by itself. */
  void requireAlive() throws IOException {
    running().requireAlive();
  }

  /** Calls the admin API; throws unless it succeeds. */
  JsonNode admin(String method, String path, String json) throws IOException, InterruptedException {
    return Loopback.admin(port, token, method, path, json);
  }

  private Child running() {
    Child current = child;
    if (current == null) {
      throw new IllegalStateException("no server runs");
    }
    return current;
  }

  @Override
  public void close() {
    if (child != null) {
      kill();
    }
  }
}
