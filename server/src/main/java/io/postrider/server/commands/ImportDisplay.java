package io.postrider.server.commands;

import io.postrider.server.commands.importer.ImportInput;
import io.postrider.server.commands.importer.ImportMeter;
import io.postrider.server.commands.importer.ImportProgress;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of an import, and slows it down to a rate. On a terminal one line changes;
 * elsewhere a line is printed per tenth of the file. Belongs to one thread.
 */
final class ImportDisplay implements Consumer<ImportProgress> {

  private final PrintWriter out;
  private final boolean visible;
  private final boolean terminal = ProgressBar.isTerminal();
  private final ImportInput input;
  private final InstantSource time;
  private final @Nullable Integer maxRate;
  private ImportMeter meter = new ImportMeter(0, 0, 0);
  private long startMillis;
  private long startLines;
  private long lastTenth;

  /**
   * @param visible whether anything is printed
   * @param maxRate the most lines a second, or null
   */
  ImportDisplay(
      PrintWriter out,
      boolean visible,
      ImportInput input,
      InstantSource time,
      @Nullable Integer maxRate) {
    this.out = out;
    this.visible = visible;
    this.input = input;
    this.time = time;
    this.maxRate = maxRate;
  }

  /** The import begins after what an earlier run did. */
  void begin(ImportProgress earlier) {
    startMillis = time.millis();
    startLines = earlier.lines();
    meter = new ImportMeter(startLines, 0, input.size());
    if (visible && startLines > 0) {
      out.printf(Locale.ROOT, "Checking the %,d lines that an earlier run imported.%n", startLines);
      out.flush();
    }
  }

  @Override
  public void accept(ImportProgress progress) {
    long elapsed = time.millis() - startMillis;
    if (visible) {
      show(progress, Duration.ofMillis(elapsed));
    }
    if (maxRate != null) {
      pause((progress.lines() - startLines) * 1_000 / maxRate - elapsed);
    }
  }

  private void show(ImportProgress progress, Duration elapsed) {
    long read = input.read().count();
    String line = meter.line(progress, read, elapsed);
    long tenth = (long) Math.floor(10 * meter.share(read));
    if (terminal) {
      out.print("\r" + (input.size() > 0 ? ProgressBar.bar(meter.share(read)) + " " : "") + line);
      out.print("   ");
    } else if (tenth > lastTenth) {
      out.println(line);
      lastTenth = tenth;
    }
    out.flush();
  }

  private static void pause(long millis) {
    try {
      boolean _ = new CountDownLatch(1).await(Math.max(0, millis), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the line. */
  void end() {
    if (visible && terminal) {
      out.println();
      out.flush();
    }
  }
}
