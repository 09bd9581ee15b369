package io.postrider.server.commands.importer;

import java.time.Duration;
import java.util.Locale;

/**
 * The progress of an import in words: lines, rate and time left. Immutable.
 *
 * @param startLines the lines that an earlier run settled
 * @param startBytes the bytes of the file that this run skipped
 * @param size of the file; 0 if it is unknown
 */
public record ImportMeter(long startLines, long startBytes, long size) {

  /** The share of the file that is read; 0 if its size is unknown. */
  public double share(long readBytes) {
    return size <= 0 ? 0 : Math.clamp((double) readBytes / size, 0, 1);
  }

  /** A line without its end. */
  public String line(ImportProgress progress, long readBytes, Duration elapsed) {
    double seconds = Math.max(0.001, elapsed.toMillis() / 1_000.0);
    double rate = (progress.lines() - startLines) / seconds;
    StringBuilder line = new StringBuilder();
    if (size > 0) {
      line.append(String.format(Locale.ROOT, "%3.0f %%  ", Math.floor(100 * share(readBytes))));
    }
    String unit = progress.lines() == 1 ? "line" : "lines";
    line.append(String.format(Locale.ROOT, "%,d %s  %,.0f/s", progress.lines(), unit, rate));
    double byteRate = (readBytes - startBytes) / seconds;
    if (size > 0 && byteRate > 0) {
      line.append("  ").append(words((size - readBytes) / byteRate)).append(" left");
    }
    if (progress.rejected() > 0) {
      line.append(String.format(Locale.ROOT, "  %,d rejected", progress.rejected()));
    }
    return line.toString();
  }

  /** A time in its largest units: {@code 45 s}, {@code 12 min}, {@code 3 h 5 min}. */
  static String words(double seconds) {
    long whole = (long) Math.ceil(Math.max(0, seconds));
    if (whole < 100) {
      return whole + " s";
    }
    long minutes = (whole + 59) / 60;
    return minutes < 100 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
  }
}
