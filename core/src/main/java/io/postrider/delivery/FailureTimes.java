package io.postrider.delivery;

import java.util.Arrays;

/**
 * Approximately when the failed deliveries of a chunk failed, as runs of positions with the same
 * minute. A run may include positions that did not fail.
 *
 * <p>Bounded: if there are too many runs, all times of the chunk are rounded down to two minutes,
 * then four, and so on.
 */
final class FailureTimes {

  static final int MAX_RUNS = 1_024;
  static final long UNKNOWN = Long.MIN_VALUE;
  private static final long MINUTE_MILLIS = 60_000;
  private static final int MAX_COARSENESS = 31;

  /** The unit of a run whose time is unknown. */
  private static final int NO_UNIT = -1;

  private static final int END = 1 << 16;

  private char[] starts = new char[4];
  private int[] units = new int[4];
  private int size;

  /** The binary logarithm of a unit's minutes. */
  private int coarseness;

  /** The time at a position in epoch milliseconds, or {@link #UNKNOWN}. */
  long atMillis(int position) {
    int run = run(position);
    return run < 0 || units[run] == NO_UNIT
        ? UNKNOWN
        : ((long) units[run] << coarseness) * MINUTE_MILLIS;
  }

  private int run(int position) {
    int found = Arrays.binarySearch(starts, 0, size, (char) position);
    return found >= 0 ? found : -found - 2;
  }

  /**
   * Records the time at a position.
   *
   * @param last whether no later position has failed
   */
  void set(int position, long millis, boolean last) {
    int minute = Math.clamp(millis / MINUTE_MILLIS, 0, Integer.MAX_VALUE);
    while (!tryRecord(position, minute >> coarseness, last)) {
      coarsen();
    }
  }

  private boolean tryRecord(int position, int unit, boolean last) {
    int run = run(position);
    int before = run < 0 ? NO_UNIT : units[run];
    if (before == unit) {
      return true;
    }
    if (size + 2 > MAX_RUNS) {
      return false;
    }
    if (run >= 0 && starts[run] == position) {
      units[run] = unit;
    } else {
      run++;
      insert(run, position, unit);
    }
    int next = run + 1 < size ? starts[run + 1] : END;
    if (!last && position + 1 < next) {
      insert(run + 1, position + 1, before);
    }
    return true;
  }

  private void insert(int run, int position, int unit) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, size * 2);
      units = Arrays.copyOf(units, size * 2);
    }
    System.arraycopy(starts, run, starts, run + 1, size - run);
    System.arraycopy(units, run, units, run + 1, size - run);
    starts[run] = (char) position;
    units[run] = unit;
    size++;
  }

  private void coarsen() {
    coarseness++;
    int kept = 0;
    for (int run = 0; run < size; run++) {
      int unit = units[run] >> 1;
      if (kept == 0 || units[kept - 1] != unit) {
        starts[kept] = starts[run];
        units[kept] = unit;
        kept++;
      }
    }
    size = kept;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
    coarseness = 0;
  }

  void encode(ByteWriter out) {
    out.number(coarseness);
    out.number(size);
    int position = 0;
    int unit = 0;
    for (int run = 0; run < size; run++) {
      out.number(starts[run] - position);
      out.signed((long) units[run] - unit);
      position = starts[run];
      unit = units[run];
    }
  }

  static FailureTimes decode(ByteReader in) {
    FailureTimes times = new FailureTimes();
    times.coarseness = in.atMost(MAX_COARSENESS, "as the coarseness of times");
    int count = in.atMost(MAX_RUNS, "times");
    int position = 0;
    long unit = 0;
    for (int run = 0; run < count; run++) {
      int step = in.atMost(END - 1 - position, "offsets to the next time");
      if (run > 0 && step == 0) {
        throw in.corrupt("two times at one offset");
      }
      position += step;
      unit += in.signed();
      if (unit < NO_UNIT || unit > Integer.MAX_VALUE) {
        throw in.corrupt("an invalid time");
      }
      times.insert(run, position, (int) unit);
    }
    return times;
  }
}
