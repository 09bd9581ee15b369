package io.postrider.server.ledger.index;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of an entry in the order of pages: by the time when its block was appended, partition,
 * block and index. It never changes, so pages do not shift while new entries arrive. Entries differ
 * from the order of time by at most the interval between two flushes.
 *
 * @param appendedMillis when its block was appended to the ledger
 * @param offset of its block in the ledger
 * @param index of the entry in its block
 */
public record EntryPosition(long appendedMillis, int partition, long offset, int index)
    implements Comparable<EntryPosition> {

  private static final Comparator<EntryPosition> ORDER =
      Comparator.comparingLong(EntryPosition::appendedMillis)
          .thenComparingInt(EntryPosition::partition)
          .thenComparingLong(EntryPosition::offset)
          .thenComparingInt(EntryPosition::index);

  private static final Pattern TEXT =
      Pattern.compile("(-?\\d{1,18})\\.(\\d{1,9})\\.(-?\\d{1,18})\\.(\\d{1,10})");

  @Override
  public int compareTo(EntryPosition other) {
    return ORDER.compare(this, other);
  }

  /** The position as a text of digits and dots. */
  public String text() {
    return appendedMillis + "." + partition + "." + offset + "." + index;
  }

  /** Reads {@link #text}; empty if it is none. */
  public static Optional<EntryPosition> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    long index = Long.parseLong(parts.group(4));
    return index > Integer.MAX_VALUE
        ? Optional.empty()
        : Optional.of(
            new EntryPosition(
                Long.parseLong(parts.group(1)),
                Integer.parseInt(parts.group(2)),
                Long.parseLong(parts.group(3)),
                (int) index));
  }
}
