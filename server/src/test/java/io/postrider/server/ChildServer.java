package io.postrider.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real program in a process of its own, so that it can be killed. */
public final class ChildServer implements AutoCloseable {

  private static final Pattern TRACKING = Pattern.compile("http://localhost:(\\d+)/v1/");
  private static final Pattern WRITE_KEY = Pattern.compile("Its write key is (\\w+)\\.");
  private static final String END_OF_BANNER = "Press Ctrl+C to stop.";
  private static final int PATIENCE_SECONDS = 60;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Process process;
  private final List<String> printed = new CopyOnWriteArrayList<>();
  private int port;

  private ChildServer(Process process) {
    this.process = process;
  }

  /** Starts the program and waits until it says that it is ready. */
  public static ChildServer start(Path folder, Map<String, String> environment, String... flags) {
    ChildServer child = launch(folder, environment, flags);
    child.readBanner();
    return child;
  }

  /** Starts the program and does not wait. */
  static ChildServer launch(Path folder, Map<String, String> environment, String... flags) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "serve",
            "--log.segment-size=16MiB",
            "--data=" + folder));
    command.addAll(List.of(flags));
    addUnlessGiven(command, "--port=", "0");
    addUnlessGiven(command, "--http.host=", "127.0.0.1");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    try {
      return new ChildServer(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void addUnlessGiven(List<String> command, String flag, String value) {
    if (command.stream().noneMatch(given -> given.startsWith(flag))) {
      command.add(flag + value);
    }
  }

  /** Reads what a person would read: the banner ends with an empty line, the key above it. */
  private void readBanner() {
    try {
      BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
      String line;
      do {
        line = reader.readLine();
        if (line == null) {
          throw new IllegalStateException("the program ended: " + printed);
        }
        printed.add(line);
        Matcher tracking = TRACKING.matcher(line);
        if (tracking.find()) {
          port = Integer.parseInt(tracking.group(1));
        }
      } while (!line.equals(END_OF_BANNER));
      Thread.startVirtualThread(() -> readOn(reader));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes the rest of the output, so that the process never waits for a reader. */
  private void readOn(BufferedReader reader) {
    try {
      reader.lines().forEach(printed::add);
    } catch (UncheckedIOException e) {
      // the process was ended
    }
  }

  public int port() {
    return port;
  }

  long pid() {
    return process.pid();
  }

  List<String> printed() {
    return printed;
  }

  /** The write key that the first start prints. */
  public String writeKey() {
    Matcher key = WRITE_KEY.matcher(String.join("\n", printed));
    if (!key.find()) {
      throw new IllegalStateException("no write key in " + printed);
    }
    return key.group(1);
  }

  /** Asks the admin API, with the token of the tests; it must have been started with it. */
  HttpResponse<String> admin(String method, String path, String json) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", "Bearer " + RunningServer.ADMIN_TOKEN)
            .header("Content-Type", "application/json")
            .method(
                method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a path of it answers. */
  String get(String path) {
    return admin("GET", path, "").body();
  }

  /** Runs a command with the process's id as its last argument, such as {@code kill -STOP}. */
  public void command(String... words) {
    List<String> command = new ArrayList<>(List.of(words));
    command.add(Long.toString(pid()));
    try {
      Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (run.waitFor() != 0) {
        throw new IllegalStateException(command + ": " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends the process as the kernel's out-of-memory killer would. */
  public void kill() {
    process.destroyForcibly();
    exitCode();
  }

  /** Asks the process to stop, as an operator would, and tells its exit code. */
  public int terminate() {
    process.destroy();
    return exitCode();
  }

  int exitCode() {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the program did not end");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Everything the process printed, for one that ends by itself. */
  String outputToEnd() {
    return String.join("\n", process.inputReader(StandardCharsets.UTF_8).lines().toList());
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
