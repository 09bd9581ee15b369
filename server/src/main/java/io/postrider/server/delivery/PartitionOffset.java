package io.postrider.server.delivery;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An offset of a partition. */
public record PartitionOffset(int partition, long offset) {

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

  /** Parses a text that {@link #text} returned. */
  public static Optional<PartitionOffset> parse(String text) {
    Matcher read = FORM.matcher(text);
    return read.matches()
        ? Optional.of(
            new PartitionOffset(Integer.parseInt(read.group(1)), Long.parseLong(read.group(2))))
        : Optional.empty();
  }

  public String text() {
    return partition + "-" + offset;
  }
}
