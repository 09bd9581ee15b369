package io.postrider.server.commands.demo;

import io.postrider.server.commands.DurationConverter;
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
          + " fail, slow down, die and come back; elsewhere it prints lines. Stop it with Ctrl+C."
    })
public final class DemoCommand implements Callable<Integer> {

  private static final int USUAL_PORT = 8080;
  private static final Duration FRAME = Duration.ofMillis(250);
  private static final Duration LINE = Duration.ofSeconds(1);

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
  private final PrintStream errors = System.err;
  private @Nullable Demo demo;
  private @Nullable DemoScreen screen;

  @Override
  public Integer call() throws IOException, InterruptedException {
    require(port == null || (port >= 0 && port <= 65_535), "--port must be between 0 and 65535.");
    require(rate >= 1 && rate <= 1_000, "--rate must be between 1 and 1000.");
    boolean onScreen = !plain && isTerminal();
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println("Starting the service and two receivers…");
    out.flush();
    if (onScreen) {
      System.setErr(new PrintStream(OutputStream.nullOutputStream())); // log lines
    }
    try {
      demo = Demo.open(chosenPort(), rate, InstantSource.system());
      Thread stop = new Thread(() -> finish(out), "stop");
      Runtime.getRuntime().addShutdownHook(stop);
      if (onScreen) {
        show(demo);
      } else {
        print(demo, out);
      }
      finish(out);
      Runtime.getRuntime().removeShutdownHook(stop);
    } finally {
      finish(out);
    }
    return 0;
  }

  /** Restores the terminal and leaves nothing behind; at the end, or on a signal. */
  private synchronized void finish(PrintWriter out) {
    if (screen != null) {
      screen.close();
      screen = null;
    }
    System.setErr(errors);
    if (demo != null) {
      out.println(closed(demo));
      out.flush();
      demo = null;
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
    DemoScreen opened = DemoScreen.open(System.out, System.in, key -> pressed(running, key));
    screen = opened;
    long end = end();
    do {
      opened.draw(view, running.snapshot());
    } while (!quit.await(FRAME.toMillis(), TimeUnit.MILLISECONDS) && System.nanoTime() < end);
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
    while (!quit.await(LINE.toMillis(), TimeUnit.MILLISECONDS) && System.nanoTime() < end) {
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
