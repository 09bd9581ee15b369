package io.postrider.server.usage;

import io.postrider.id.SourceId;
import io.postrider.message.MessageType;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls that a test sets. */
public final class FakeDailyCalls implements DailyCalls {

  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::day)
          .thenComparingLong(place -> place.source().bits())
          .thenComparingInt(Place::typeCode);

  public volatile @Nullable Instant since;
  private final List<Row> rows = new ArrayList<>();

  public void add(
      String day, SourceId source, MessageType type, long calls, long filtered, long counted) {
    Place place = new Place(LocalDate.parse(day), source, type.code());
    rows.add(new Row(place, type.wireName(), calls, filtered, counted));
    rows.sort(Comparator.comparing(Row::place, ORDER));
  }

  @Override
  public @Nullable Instant since(Instant now) {
    return since;
  }

  @Override
  public List<Row> rows(Range range, @Nullable Place after, int most) {
    return rows.stream()
        .filter(row -> !row.place().day().isBefore(range.from()))
        .filter(row -> !row.place().day().isAfter(range.to()))
        .filter(row -> range.source() == null || range.source().equals(row.place().source()))
        .filter(row -> after == null || ORDER.compare(row.place(), after) > 0)
        .limit(most)
        .toList();
  }
}
