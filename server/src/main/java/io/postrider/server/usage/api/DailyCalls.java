package io.postrider.server.usage.api;

import io.postrider.id.SourceId;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many calls there were on each day. Every call may block, and may throw {@link
 * DatabaseUnavailableException}.
 */
public interface DailyCalls {

  /**
   * Which days are asked for, and of which source.
   *
   * @param to the last day, included
   * @param source null for all
   */
  record Range(LocalDate from, LocalDate to, @Nullable SourceId source) {}

  /** A place in the list, which is in the order of day, source and type. */
  record Place(LocalDate day, SourceId source, int typeCode) {

    private static final String SEPARATOR = "~";

    /** The place as it travels: a text that only we read. */
    String text() {
      return String.join(SEPARATOR, day.toString(), source.toString(), Integer.toString(typeCode));
    }

    static Optional<Place> parse(String text) {
      String[] parts = text.split(SEPARATOR, -1);
      if (parts.length != 3 || !parts[2].matches("[0-9]{1,3}")) {
        return Optional.empty();
      }
      return DayText.parse(parts[0])
          .flatMap(
              day ->
                  SourceId.parse(parts[1])
                      .map(source -> new Place(day, source, Integer.parseInt(parts[2]))));
    }
  }

  /**
   * Calls of one source, type and day.
   *
   * @param filteredServer how many of the filtered ones came while the source was one of a server
   */
  record Row(Place place, String type, long calls, long filtered, long filteredServer) {}

  /** The next rows of a range, in order, behind a place or from the start. */
  List<Row> rows(Range range, @Nullable Place after, int most);
}
