package io.postrider.profile;

import java.util.Comparator;

/**
 * The version of a trait, which resolves conflicts: last writer wins.
 *
 * <p>Ordered by time, then by position in the log. So the result does not depend on the order in
 * which the log is read.
 *
 * @param atMillis the time that the message has
 * @param seq the place of the message in the log, which no other one has
 */
public record TraitVersion(long atMillis, long seq) implements Comparable<TraitVersion> {

  private static final Comparator<TraitVersion> ORDER =
      Comparator.comparingLong(TraitVersion::atMillis).thenComparingLong(TraitVersion::seq);

  private static final char PLACE = '#';

  /** What {@link #text} gave; a time alone is that of a message whose place is not known. */
  static TraitVersion of(String text) {
    int place = text.indexOf(PLACE);
    return place < 0
        ? new TraitVersion(Long.parseLong(text, Character.MAX_RADIX), 0)
        : new TraitVersion(
            Long.parseLong(text, 0, place, Character.MAX_RADIX),
            Long.parseLong(text, place + 1, text.length(), Character.MAX_RADIX));
  }

  /** As it is stored. */
  String text() {
    return Long.toString(atMillis, Character.MAX_RADIX)
        + PLACE
        + Long.toString(seq, Character.MAX_RADIX);
  }

  @Override
  public int compareTo(TraitVersion other) {
    return ORDER.compare(this, other);
  }
}
