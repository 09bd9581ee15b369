package io.postrider.server.commands;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;

/** A progress bar on a terminal; elsewhere a line per 10 %. Belongs to one thread. */
final class ProgressBar {

  private static final int WIDTH = 40;

  private final PrintWriter out;
  private final boolean terminal;
  private final String unit;
  private long lastTenth = -1;

  ProgressBar(PrintWriter out, boolean terminal, String unit) {
    this.out = out;
    this.terminal = terminal;
    this.unit = unit;
  }

  /** Whether the output is a terminal. */
  static boolean isTerminal() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }

  static String bar(double share) {
    int filled = (int) Math.floor(share * WIDTH);
    return "[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "]";
  }

  void show(long done, long total) {
    double share = total <= 0 ? 1 : Math.clamp((double) done / total, 0, 1);
    long tenth = (long) Math.floor(share * 10);
    String text =
        String.format(Locale.ROOT, "%3.0f %%  %,d of %,d %s", 100 * share, done, total, unit);
    if (terminal) {
      out.print("\r" + bar(share) + " " + text + " ");
    } else if (tenth > lastTenth) {
      out.println(text);
    }
    out.flush();
    lastTenth = Math.max(lastTenth, tenth);
  }

  /** Ends the line. */
  void end() {
    if (terminal) {
      out.println();
      out.flush();
    }
  }
}
