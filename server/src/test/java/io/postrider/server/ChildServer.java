package io.postrider.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real program in its own process, so that tests can kill it. */
public final class ChildServer extends TestNode {

  private static final Pattern TRACKING = Pattern.compile("http://localhost:(\\d+)/v1/");
  private static final Pattern WRITE_KEY = Pattern.compile("Its write key is (\\w+)\\.");
  private static final String END_OF_BANNER = "Press Ctrl+C to stop.";
  private static final String JAR = "target/postrider.jar";
  private static final String CLASS_PATH = "-cp ";
  private static final int TIMEOUT_SECONDS = 60;

  private final Process process;
  private final List<String> printed = new CopyOnWriteArrayList<>();
  private int port;

  private ChildServer(Process process) {
    this.process = process;
  }

  /** Starts the program and waits until it is ready. */
  public static ChildServer start(Path folder, Map<String, String> environment, String... flags) {
    ChildServer child = launch(folder, environment, flags);
    child.readBanner();
    return child;
  }

  /**
   * Starts the program and does not wait. A flag that begins with {@code -X} is one of the JVM; one
   * that begins with {@code -cp} names the class path, for another version of the program; one that
   * begins with {@code prlimit} limits the process, which then runs from the jar of the build, as
   * the launcher does, and opens no file for each library.
   */
  static ChildServer launch(Path folder, Map<String, String> environment, String... flags) {
    List<String> command = new ArrayList<>();
    Arrays.stream(flags)
        .filter(flag -> flag.startsWith("prlimit "))
        .forEach(flag -> command.addAll(List.of(flag.split(" "))));
    List<String> options = new ArrayList<>(List.of("-Xmx512m"));
    options.addAll(Arrays.stream(flags).filter(flag -> flag.startsWith("-X")).toList());
    command.addAll(
        classPath(command, flags)
            .map(classPath -> ProgramCommand.withClassPath(classPath, options))
            .orElseGet(() -> ProgramCommand.withOptions(options)));
    command.addAll(List.of("serve", "--log.segment-size=16MiB", "--data=" + folder));
    command.addAll(Arrays.stream(flags).filter(flag -> flag.startsWith("--")).toList());
    addUnlessGiven(command, "--port=", "0");
    addUnlessGiven(command, "--http.host=", "127.0.0.1");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("POSTRIDER_ADMIN_TOKEN", ADMIN_TOKEN);
    builder.environment().putAll(environment);
    try {
      return new ChildServer(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> classPath(List<String> command, String... flags) {
    if (!command.isEmpty()) {
      return Optional.of(JAR);
    }
    return Arrays.stream(flags)
        .filter(flag -> flag.startsWith(CLASS_PATH))
        .findFirst()
        .map(flag -> flag.substring(CLASS_PATH.length()));
  }

  private static void addUnlessGiven(List<String> command, String flag, String value) {
    if (command.stream().noneMatch(given -> given.startsWith(flag))) {
      command.add(flag + value);
    }
  }

  private void readBanner() {
    try {
      BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
      String line;
      do {
        line = reader.readLine();
        if (line == null) {
          throw new IllegalStateException("The program ended: " + printed);
        }
        printed.add(line);
        Matcher tracking = TRACKING.matcher(line);
        if (tracking.find()) {
          port = Integer.parseInt(tracking.group(1));
        }
      } while (!line.equals(END_OF_BANNER));
      Thread.startVirtualThread(() -> readRest(reader));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the remaining output, so that the process never blocks on it. */
  private void readRest(BufferedReader reader) {
    try {
      reader.lines().forEach(printed::add);
    } catch (UncheckedIOException e) {
      // The process ended.
    }
  }

  @Override
  public int port() {
    return port;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  List<String> printed() {
    return printed;
  }

  @Override
  public String writeKey() {
    Matcher key = WRITE_KEY.matcher(String.join("\n", printed));
    if (!key.find()) {
      throw new IllegalStateException("no write key in " + printed);
    }
    return key.group(1);
  }

  /** Kills the process while clients send; they stop when {@code send} returns false. */
  void killUnderLoad(int clients, int requests, IntPredicate send) throws Exception {
    AtomicInteger sent = new AtomicInteger();
    try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        int client = i;
        running.add(
            threads.submit(
                () -> {
                  do {
                    if (sent.incrementAndGet() == requests) {
                      kill();
                    }
                  } while (send.test(client));
                }));
      }
      for (Future<?> client : running) {
        client.get();
      }
    }
  }

  /** Sends a batch; returns whether it was accepted. */
  boolean acceptsBatch(String json, String key) {
    try {
      return track("/v1/batch", json, key).statusCode() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** A random generator whose seed the test prints and accepts. */
  static Random seededRandom(Class<?> test) {
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println(test.getSimpleName() + " -Dpostrider.seed=" + seed);
    return new Random(seed);
  }

  /** Runs a command with the process ID as its last argument, such as {@code kill -STOP}. */
  public void command(String... words) {
    List<String> command = new ArrayList<>(List.of(words));
    command.add(Long.toString(pid()));
    try {
      Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (run.waitFor() != 0) {
        throw new IllegalStateException(command + ": " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Kills the process with SIGKILL. */
  public void kill() {
    process.destroyForcibly();
    exitCode();
  }

  /** Stops the process with SIGTERM; returns its exit code. */
  public int terminate() {
    process.destroy();
    return exitCode();
  }

  int exitCode() {
    try {
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("The program did not end.");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The whole output of a process that ends by itself. */
  String outputToEnd() {
    return String.join("\n", process.inputReader(StandardCharsets.UTF_8).lines().toList());
  }

  @Override
  public void close() {
    process.destroyForcibly();
    super.close();
  }
}
