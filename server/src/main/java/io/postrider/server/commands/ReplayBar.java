package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Locale;

/** The progress of a replay: one line on a terminal, elsewhere a line per 10 %. */
final class ReplayBar {

  private final PrintWriter out;
  private final boolean terminal;
  private long lastTenth = -1;

  ReplayBar(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  void show(JsonNode replay) {
    double share = Math.clamp(replay.path("progress").asDouble(), 0, 1);
    String text =
        String.format(
            Locale.ROOT,
            "%3.0f %%  %,d delivered, %,d failed, %,d skipped  %s",
            Math.floor(100 * share),
            replay.path("delivered").asLong(),
            replay.path("failed").asLong(),
            replay.path("skipped").asLong(),
            replay.path("state").asText());
    long tenth = (long) Math.floor(10 * share);
    if (terminal) {
      out.print("\r" + ProgressBar.bar(share) + " " + text + "   ");
    } else if (tenth > lastTenth) {
      out.println(text);
      lastTenth = tenth;
    }
    out.flush();
  }

  void end() {
    if (terminal) {
      out.println();
      out.flush();
    }
  }
}
