package io.postrider.server.ledger.index;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds up entries by interval and group. Belongs to one query. */
final class CountSum {

  private static final long MINUTE_MILLIS = 60_000;

  /** The most rows of an answer: intervals times groups. */
  static final int MAX_ROWS = 200_000;

  /** The most groups of an answer; the rest is counted as "other". */
  static final int MAX_GROUPS = 1_000;

  /** The most intervals of an answer: two weeks of minutes. */
  static final int MAX_INTERVALS = 20_160;

  private final long fromMinute;
  private final long toMinute;
  private final long stepMinutes;
  private final int intervals;
  private final int maxGroups;
  private final List<Dimension> dimensions;
  private final Map<List<String>, long[]> groups = new HashMap<>();
  private @Nullable EntryKind lastKind;
  private long[] lastGroup = {};
  private boolean tooManyGroups;

  /**
   * @throws IllegalArgumentException if the step is not a number of minutes, the range is empty, or
   *     it has too many steps
   */
  CountSum(Instant from, Instant to, Duration step, List<Dimension> dimensions) {
    fromMinute = Math.floorDiv(from.toEpochMilli(), MINUTE_MILLIS);
    toMinute = Math.ceilDiv(to.toEpochMilli(), MINUTE_MILLIS);
    stepMinutes = step.toMinutes();
    if (stepMinutes < 1 || !Duration.ofMinutes(stepMinutes).equals(step)) {
      throw new IllegalArgumentException("The step must be a number of minutes.");
    }
    if (fromMinute >= toMinute) {
      throw new IllegalArgumentException("The range of time must not be empty.");
    }
    long wanted = Math.ceilDiv(toMinute - fromMinute, stepMinutes);
    if (wanted > MAX_INTERVALS) {
      throw new IllegalArgumentException(
          "The range of time has "
              + wanted
              + " steps; at most "
              + MAX_INTERVALS
              + " can be asked.");
    }
    intervals = (int) wanted;
    maxGroups = Math.min(MAX_GROUPS, MAX_ROWS / intervals);
    this.dimensions = dimensions;
  }

  /** The range in whole minutes. */
  MillisRange range() {
    return new MillisRange(fromMinute * MINUTE_MILLIS, toMinute * MINUTE_MILLIS);
  }

  /** Whether all times between two are in the range and in one interval. */
  boolean isOneInterval(long earliestMillis, long latestMillis) {
    return range().covers(earliestMillis, latestMillis)
        && interval(earliestMillis / MINUTE_MILLIS) == interval(latestMillis / MINUTE_MILLIS);
  }

  void addAt(EntryKind kind, long millis, long count) {
    add(kind, Math.floorDiv(millis, MINUTE_MILLIS), count);
  }

  /** Adds entries of one minute since the epoch, if it is in the range. */
  @SuppressWarnings("ReferenceEquality") // the entries of a kind come together
  void add(EntryKind kind, long minute, long count) {
    if (minute < fromMinute || minute >= toMinute) {
      return;
    }
    if (kind != lastKind) {
      lastGroup = group(kind);
      lastKind = kind;
    }
    lastGroup[interval(minute)] += count;
  }

  private int interval(long minute) {
    return (int) ((minute - fromMinute) / stepMinutes);
  }

  private long[] group(EntryKind kind) {
    List<String> values = new ArrayList<>();
    for (Dimension dimension : dimensions) {
      values.add(dimension.value(kind));
    }
    if (!groups.containsKey(values) && groups.size() >= maxGroups) {
      tooManyGroups = true;
      values = Collections.nCopies(dimensions.size(), EntryKind.OTHER_EVENTS);
    }
    return groups.computeIfAbsent(values, _ -> new long[intervals]);
  }

  /** Whether some groups are counted as "other". */
  boolean tooManyGroups() {
    return tooManyGroups;
  }

  /** The numbers by time, then group. */
  List<CountRow> rows() {
    List<CountRow> rows = new ArrayList<>();
    groups.forEach(
        (group, counts) -> {
          for (int i = 0; i < intervals; i++) {
            if (counts[i] > 0) {
              rows.add(new CountRow(start(i), group, counts[i]));
            }
          }
        });
    rows.sort(
        Comparator.comparing(CountRow::from)
            .thenComparing(row -> row.group().toArray(String[]::new), Arrays::compare));
    return rows;
  }

  private Instant start(int interval) {
    return Instant.ofEpochMilli((fromMinute + interval * stepMinutes) * MINUTE_MILLIS);
  }
}
