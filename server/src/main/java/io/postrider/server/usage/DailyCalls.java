package io.postrider.server.usage;

import io.postrider.id.SourceId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the calls of each day. Every call may block, and may throw {@link
 * io.postrider.server.database.DatabaseUnavailableException}.
 */
public interface DailyCalls {
  /**
   * A range of days.
   *
   * @param to the last day, inclusive
   * @param source null for all
   */
  record Range(LocalDate from, LocalDate to, @Nullable SourceId source) {}

  /** A position in the list, which is ordered by day, source and type. */
  record Place(LocalDate day, SourceId source, int typeCode) {}

  /**
   * Calls of one source, type and day.
   *
   * @param filteredCounted filtered calls that count toward usage
   */
  record Row(Place place, String type, long calls, long filtered, long filteredCounted) {}

  /** The rows of a range after a place, in order; null starts with the first row. */
  List<Row> rows(Range range, @Nullable Place after, int most);

  /** Since when every call is counted; null if nothing is counted yet. */
  @Nullable Instant since(Instant now);
}
