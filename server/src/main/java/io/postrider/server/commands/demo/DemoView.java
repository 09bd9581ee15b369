package io.postrider.server.commands.demo;

import io.postrider.server.commands.demo.DemoSnapshot.AudienceRow;
import io.postrider.server.commands.demo.DemoSnapshot.DeliveryLine;
import io.postrider.server.commands.demo.DemoSnapshot.DestinationRow;
import io.postrider.server.ops.TerminalText;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The demo as text: a screen of a terminal, or lines. Pure. */
final class DemoView {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  /** Smaller terminals get a screen of this size, and cut it off. */
  private static final int MIN_HEIGHT = 16;

  private final ZoneId zone;

  DemoView(ZoneId zone) {
    this.zone = zone;
  }

  /** A screen of at most this size: exactly {@code height} lines if that is 16 or more. */
  List<String> screen(DemoSnapshot now, int width, int height) {
    List<String> lines = new ArrayList<>();
    lines.add("Postrider demo: a web shop" + right(clock(now.running()), width - 26));
    lines.add("Dashboard " + now.dashboard() + "   token " + now.token());
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "Accepted %,.1f calls/s, %,d so far",
            now.acceptedPerSecond(),
            now.accepted()));
    lines.add("");
    lines.add(row("DESTINATION", "STATE", "DELIVERED/S", "FAILED/S", "WAITING", "MEDIAN", "P99"));
    now.destinations().forEach(one -> lines.add(row(one)));
    lines.add("");
    lines.add(
        String.format(Locale.ROOT, "%-18s %8s %8s %8s", "AUDIENCE", "MEMBERS", "ENTERED", "LEFT"));
    for (AudienceRow one : now.audiences()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-18s %,8d %,8d %,8d",
              one.name(),
              one.members(),
              one.entered(),
              one.left()));
    }
    lines.add("");
    List<String> foot = List.of("", mode(now), keys());
    int room = Math.max(height, MIN_HEIGHT) - lines.size() - foot.size();
    now.recent().stream().limit(Math.max(room, 0)).forEach(one -> lines.add(line(one)));
    while (lines.size() < Math.max(height, MIN_HEIGHT) - foot.size()) {
      lines.add("");
    }
    lines.addAll(foot);
    return lines.stream().limit(height).map(line -> cut(line, width)).toList();
  }

  /** One line about everything. */
  String summary(DemoSnapshot now) {
    StringBuilder line = new StringBuilder(SECOND.format(now.at().atZone(zone)));
    line.append(String.format(Locale.ROOT, "  accepted %,.1f/s", now.acceptedPerSecond()));
    for (DestinationRow one : now.destinations()) {
      line.append(
          String.format(
              Locale.ROOT,
              "  %s %s %,.1f/s, %,d waiting, median %s",
              one.name(),
              one.state(),
              one.load().deliveredPerSecond(),
              one.waiting(),
              millis(one.load().medianMillis())));
    }
    now.audiences()
        .forEach(
            one -> line.append(String.format(Locale.ROOT, "  %s %,d", one.name(), one.members())));
    return line.toString();
  }

  /** One delivery. */
  String line(DeliveryLine one) {
    return String.format(
        Locale.ROOT,
        "%s  %-10s %d  %-8s  %-18s %-22s %s",
        TIME.format(one.at().atZone(zone)),
        one.destination(),
        one.status(),
        one.signature(),
        TerminalText.of(one.what()),
        TerminalText.of(one.user()),
        millis(one.latencyMillis()));
  }

  private static String row(DestinationRow one) {
    return row(
        one.name(),
        one.state(),
        String.format(Locale.ROOT, "%,.1f", one.load().deliveredPerSecond()),
        String.format(Locale.ROOT, "%,.1f", one.load().failedPerSecond()),
        String.format(Locale.ROOT, "%,d", one.waiting()),
        millis(one.load().medianMillis()),
        millis(one.load().p99Millis()));
  }

  private static String row(
      String name,
      String state,
      String delivered,
      String failed,
      String waiting,
      String median,
      String p99) {
    return String.format(
        Locale.ROOT,
        "%-12s %-9s %11s %9s %9s %9s %9s",
        name,
        state,
        delivered,
        failed,
        waiting,
        median,
        p99);
  }

  private static String mode(DemoSnapshot now) {
    return "The receiver of " + DemoShop.DISTURBED + " " + now.mode().effect() + ".";
  }

  private static String keys() {
    return Arrays.stream(ReceiverMode.values())
            .map(mode -> mode.key() + " " + mode.action())
            .collect(Collectors.joining("   ", "Make it:  ", ""))
        + "      q quit";
  }

  private static String clock(Duration running) {
    return String.format(Locale.ROOT, "%02d:%02d", running.toMinutes(), running.toSecondsPart());
  }

  private static String millis(long millis) {
    return millis < 0 ? "-" : String.format(Locale.ROOT, "%,d ms", millis);
  }

  private static String right(String word, int width) {
    return " ".repeat(Math.max(width - word.length(), 1)) + word;
  }

  private static String cut(String line, int width) {
    return line.length() <= width ? line : line.substring(0, width);
  }
}
