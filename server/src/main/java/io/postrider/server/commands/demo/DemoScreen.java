package io.postrider.server.commands.demo;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The terminal while the demo runs: another screen than that of the shell, and keys without Enter.
 * Closing it restores both. Belongs to one thread, but for closing.
 */
final class DemoScreen implements AutoCloseable {

  private static final String ESCAPE = "\u001b[";
  private static final File TERMINAL = new File("/dev/tty");

  /** Used if the terminal does not know its size. */
  private static final int WIDTH = 100;

  private static final int HEIGHT = 30;

  /** Ctrl+C, pressed again, also ends the command that restores the terminal. */
  private static final int TRIES = 10;

  private final PrintStream out;
  private final String before;

  private DemoScreen(PrintStream out, String before) {
    this.out = out;
    this.before = before;
  }

  /**
   * Takes over the terminal.
   *
   * @param keys gets each key, on a thread of its own
   */
  static DemoScreen open(PrintStream out, InputStream in, IntConsumer keys)
      throws IOException, InterruptedException {
    DemoScreen screen = new DemoScreen(out, stty("-g").strip());
    stty("-icanon", "-echo", "min", "1");
    out.print(ESCAPE + "?1049h" + ESCAPE + "?25l");
    out.flush();
    Thread.ofPlatform().daemon().name("demo-keys").start(() -> read(in, keys));
    return screen;
  }

  private static void read(InputStream in, IntConsumer keys) {
    try {
      for (int key = in.read(); key >= 0; key = in.read()) {
        keys.accept(key);
      }
    } catch (IOException e) {
      // the terminal is gone; a signal ends the demo
    }
  }

  void draw(DemoView view, DemoSnapshot now) throws InterruptedException {
    String[] size = size().strip().split(" ", -1);
    int height = size.length == 2 ? Integer.parseInt(size[0]) : 0;
    int width = size.length == 2 ? Integer.parseInt(size[1]) : 0;
    draw(view.screen(now, width == 0 ? WIDTH : width, height == 0 ? HEIGHT : height));
  }

  /** Empty if Ctrl+C ended the command that asks. */
  private static String size() throws InterruptedException {
    try {
      return stty("size");
    } catch (IOException e) {
      return "";
    }
  }

  private void draw(List<String> lines) {
    StringBuilder text = new StringBuilder(ESCAPE + "H");
    for (int i = 0; i < lines.size(); i++) {
      text.append(i == 0 ? "" : "\r\n").append(lines.get(i)).append(ESCAPE).append("K");
    }
    out.print(text);
    out.flush();
  }

  private static String stty(String... arguments) throws IOException, InterruptedException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    run(output, arguments);
    return output.toString(StandardCharsets.UTF_8);
  }

  private static boolean run(OutputStream output, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectInput(TERMINAL).start();
    process.getInputStream().transferTo(output);
    return process.waitFor() == 0;
  }

  @Override
  public void close() {
    out.print(ESCAPE + "?25h" + ESCAPE + "?1049l");
    out.flush();
    if (!restored()) {
      out.println("The terminal may need the command: stty sane");
    }
  }

  private boolean restored() {
    for (int i = 0; i < TRIES; i++) {
      try {
        if (run(OutputStream.nullOutputStream(), before)) {
          return true;
        }
      } catch (IOException e) {
        // Ctrl+C ended it before it began, or the terminal is gone
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }
}
