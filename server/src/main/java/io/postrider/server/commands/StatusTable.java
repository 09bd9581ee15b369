package io.postrider.server.commands;

import io.postrider.server.commands.ServiceStatus.DestinationLine;
import io.postrider.server.ops.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The status of a service as text for people. Pure. */
final class StatusTable {

  private static final int MAX_NAME = 30;

  private StatusTable() {}

  static String of(ServiceStatus status) {
    List<String> lines = new ArrayList<>();
    lines.add(TerminalText.of(status.url()) + "  " + TerminalText.of(status.status()));
    if (!status.reason().isEmpty()) {
      lines.add("  " + TerminalText.of(status.reason()));
    }
    status.warnings().forEach(warning -> lines.add("  " + TerminalText.of(warning)));
    lines.add(
        String.format(
            Locale.ROOT,
            "Last 5 minutes: %,.1f/s accepted, %,.1f/s rejected, %,.1f/s delivered, %,.1f/s failed",
            status.perSecond().accepted(),
            status.perSecond().rejected(),
            status.perSecond().delivered(),
            status.perSecond().failed()));
    lines.add(
        String.format(Locale.ROOT, "Waiting: %,d deliveries", status.waiting())
            + (status.oldestAt() == null ? "" : ", the oldest since " + status.oldestAt()));
    if (!status.destinations().isEmpty()) {
      lines.add("");
      lines.add(row("DESTINATION", "STATE", "WAITING", "DELIVERED/S", "FAILED/S", "LAST ERROR"));
      status.destinations().forEach(one -> lines.add(row(one)));
    }
    if (!status.attention().isEmpty()) {
      lines.add("");
      lines.add("Needs attention:");
      status.attention().forEach(one -> lines.add("  " + TerminalText.of(one)));
    }
    return String.join("\n", lines) + "\n";
  }

  private static String row(DestinationLine one) {
    String name = TerminalText.of(one.name());
    return row(
        name.length() > MAX_NAME ? name.substring(0, MAX_NAME - 1) + "…" : name,
        one.state(),
        one.waiting() == null ? "" : String.format(Locale.ROOT, "%,d", one.waiting()),
        rate(one.deliveredPerSecond()),
        rate(one.failedPerSecond()),
        one.lastError() == null ? "" : TerminalText.of(one.lastError()));
  }

  private static String rate(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%,.1f", value);
  }

  private static String row(
      String name, String state, String waiting, String delivered, String failed, String error) {
    return String.format(
            Locale.ROOT,
            "%-30s  %-11s  %9s  %11s  %8s  %s",
            name,
            state,
            waiting,
            delivered,
            failed,
            error)
        .stripTrailing();
  }
}
