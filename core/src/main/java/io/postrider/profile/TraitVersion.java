package io.postrider.profile;

import java.util.Comparator;

/**
 * The version of a trait, which resolves conflicts: last writer wins.
 *
 * <p>Ordered by time, then by position in the log. So the result does not depend on the order in
 * which the log is read.
 *
 * @param seq the unique position of the message in the log
 */
public record TraitVersion(long atMillis, long seq) implements Comparable<TraitVersion> {

  private static final Comparator<TraitVersion> ORDER =
      Comparator.comparingLong(TraitVersion::atMillis).thenComparingLong(TraitVersion::seq);

  private static final char SEPARATOR = '#';

  /** Parses {@link #text}; a time alone belongs to a message whose position is unknown. */
  static TraitVersion of(String text) {
    int separator = text.indexOf(SEPARATOR);
    return separator < 0
        ? new TraitVersion(Long.parseLong(text, Character.MAX_RADIX), 0)
        : new TraitVersion(
            Long.parseLong(text, 0, separator, Character.MAX_RADIX),
            Long.parseLong(text, separator + 1, text.length(), Character.MAX_RADIX));
  }

  String text() {
    return Long.toString(atMillis, Character.MAX_RADIX)
        + SEPARATOR
        + Long.toString(seq, Character.MAX_RADIX);
  }

  @Override
  public int compareTo(TraitVersion other) {
    return ORDER.compare(this, other);
  }
}
