package io.postrider.server.commands.demo;

import io.postrider.server.commands.DurationConverter;
import io.postrider.server.commands.StandardOutput;
import java.io.Console;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the service at work, with receivers and the traffic of a web shop. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the service at work: with receivers, and the traffic of a web shop.",
      "Runs in a temporary folder and leaves nothing behind. On a terminal, keys make a receiver"
          + " fail, slow down, die and come back; elsewhere it prints lines. Stop it with Ctrl+C;"
          + " it exits with 0."
    })
public final class DemoCommand implements Callable<Integer> {

  private static final int USUAL_PORT = 8080;
  private static final Duration FRAME = Duration.ofMillis(250);
  private static final Duration LINE = Duration.ofSeconds(1);

  /** How long a signal waits for the cleaning up. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The port of the service. Default: 8080, or a free one if that is taken.")
  private @Nullable Integer port;

  @Option(
      names = "--rate",
      paramLabel = "NUMBER",
      defaultValue = "20",
      description = "Calls per second, 1 to 1000. Default: ${DEFAULT-VALUE}.")
  private int rate;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Stop after this time, such as 30s. Default: run until it is stopped.")
  private @Nullable Duration duration;

  @Option(names = "--plain", description = "Print lines, also on a terminal.")
  private boolean plain;

  @Spec private @Nullable CommandSpec spec;

  private final CountDownLatch quit = new CountDownLatch(1);
  private final CountDownLatch cleaned = new CountDownLatch(1);

  @Override
  public Integer call() throws IOException, InterruptedException {
    require(port == null || (port >= 0 && port <= 65_535), "--port must be between 0 and 65535.");
    require(rate >= 1 && rate <= 1_000, "--rate must be between 1 and 1000.");
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
    try {
      run(Objects.requireNonNull(spec).commandLine().getOut());
    } finally {
      cleaned.countDown();
    }
    return 0;
  }

  /**
   * Runs on a signal: lets the thread of the command end what it does and clean up. Exits with 0
   * instead of the JVM's 130 or 143, because the stop is orderly.
   */
  private void stop() {
    if (cleaned.getCount() == 0) {
      return; // the command ended by itself
    }
    quit.countDown();
    boolean clean = false;
    try {
      clean = cleaned.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(clean ? 0 : 1);
  }

  private void run(PrintWriter out) throws IOException, InterruptedException {
    boolean onScreen = !plain && isTerminal();
    out.println("Starting the service and two receivers…");
    out.flush();
    PrintStream errors = System.err;
    if (onScreen) {
      System.setErr(new PrintStream(OutputStream.nullOutputStream())); // log lines
    }
    try {
      Demo demo = opened(out);
      if (demo == null) {
        return;
      }
      try {
        if (onScreen) {
          show(demo);
        } else {
          print(demo, out);
        }
      } finally {
        out.println(closed(demo));
        out.flush();
      }
    } finally {
      System.setErr(errors);
    }
  }

  /** Null if a signal came first: a program that stops can open nothing more. */
  private @Nullable Demo opened(PrintWriter out) throws IOException {
    try {
      return Demo.open(chosenPort(), rate, InstantSource.system());
    } catch (RuntimeException e) {
      if (quit.getCount() > 0) {
        throw e;
      }
      out.println("Stopped during the start; nothing is left behind.");
      out.flush();
      return null;
    }
  }

  private static String closed(Demo demo) {
    try {
      demo.close();
      return "Stopped. " + demo.folder() + " is deleted; nothing is left behind.";
    } catch (IOException e) {
      return "Cannot delete " + demo.folder() + ": " + e.getMessage();
    }
  }

  private void show(Demo running) throws IOException, InterruptedException {
    DemoView view = new DemoView(ZoneId.systemDefault());
    long end = end();
    DemoScreen screen = DemoScreen.open(System.out, System.in, key -> pressed(running, key));
    try {
      do {
        screen.draw(view, running.snapshot());
      } while (!quit.await(FRAME.toMillis(), TimeUnit.MILLISECONDS) && System.nanoTime() < end);
    } finally {
      screen.close();
    }
  }

  private void pressed(Demo running, int key) {
    if (key == 'q') {
      quit.countDown();
    }
    ReceiverMode.ofKey((char) key).ifPresent(running::become);
  }

  private void print(Demo running, PrintWriter out) throws InterruptedException {
    DemoView view = new DemoView(ZoneId.systemDefault());
    DemoSnapshot first = running.snapshot();
    out.println("Dashboard " + first.dashboard() + "   token " + first.token());
    long end = end();
    while (!quit.await(LINE.toMillis(), TimeUnit.MILLISECONDS)
        && System.nanoTime() < end
        && !StandardOutput.isClosed(out)) {
      DemoSnapshot now = running.snapshot();
      out.println(view.summary(now));
      now.recent().stream().limit(2).forEach(one -> out.println(view.line(one)));
      out.flush();
    }
  }

  private long end() {
    return duration == null ? Long.MAX_VALUE : System.nanoTime() + duration.toNanos();
  }

  private int chosenPort() {
    if (port != null) {
      return port;
    }
    try (ServerSocket probe = new ServerSocket(USUAL_PORT, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    } catch (IOException taken) {
      return 0;
    }
  }

  private static boolean isTerminal() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }
  }
}
