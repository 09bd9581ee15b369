package io.postrider.server.commands;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * A bar that grows on a terminal, or a line for each tenth where there is none. Belongs to one
 * thread.
 */
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

  /** Shows how much is done. */
  void show(long done, long total) {
    double part = total <= 0 ? 1 : Math.clamp((double) done / total, 0, 1);
    long tenth = (long) Math.floor(part * 10);
    String words =
        String.format(Locale.ROOT, "%3.0f %%  %,d of %,d %s", 100 * part, done, total, unit);
    if (terminal) {
      int filled = (int) Math.floor(part * WIDTH);
      out.print("\r[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + words + " ");
      out.flush();
    } else if (tenth > lastTenth) {
      out.println(words);
      out.flush();
    }
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
