package io.postrider.delivery;

import java.util.Arrays;

/**
 * When the failed deliveries of a chunk failed, as runs of positions with the same millisecond. A
 * run may include positions that did not fail.
 *
 * <p>Bounded: if there are too many runs, unknown times become those of their neighbours, and all
 * times of the chunk are rounded down to two milliseconds, then four, and so on up to 25 days.
 * Beyond that, a position gets its neighbour's time.
 */
final class FailureTimes {

  static final int MAX_RUNS = 1_024;

  /** Room is made down to this number of runs, so that it is seldom needed. */
  private static final int ROOMY_RUNS = MAX_RUNS * 3 / 4;

  static final long UNKNOWN = Long.MIN_VALUE;
  private static final long MINUTE_MILLIS = 60_000;

  /** The latest time that version 2 could store. */
  private static final long MAX_MILLIS = Integer.MAX_VALUE * MINUTE_MILLIS;

  private static final int MAX_COARSENESS = 31;

  /** The time of a run whose time is unknown. */
  private static final long NO_TIME = -1;

  private static final int END = 1 << 16;

  private char[] starts = new char[4];
  private long[] times = new long[4];
  private int size;

  /** The binary logarithm of the resolution in milliseconds. */
  private int coarseness;

  /** The time at a position in epoch milliseconds, or {@link #UNKNOWN}. */
  long atMillis(int position) {
    int run = run(position);
    return run < 0 || times[run] == NO_TIME ? UNKNOWN : times[run];
  }

  private int run(int position) {
    int found = Arrays.binarySearch(starts, 0, size, (char) position);
    return found >= 0 ? found : -found - 2;
  }

  /**
   * Records the time at a position.
   *
   * @param millis the time in epoch milliseconds, or {@link #UNKNOWN}
   * @param last whether no later position has failed
   */
  void set(int position, long millis, boolean last) {
    long time = millis == UNKNOWN ? NO_TIME : Math.clamp(millis, 0, MAX_MILLIS);
    if (tryRecord(position, rounded(time), last)) {
      return;
    }
    makeRoom();
    if (!tryRecord(position, rounded(time), last) && position < starts[0]) {
      starts[0] = (char) position;
    }
  }

  private long rounded(long time) {
    return time == NO_TIME ? NO_TIME : time >> coarseness << coarseness;
  }

  private boolean tryRecord(int position, long time, boolean last) {
    int run = run(position);
    long before = run < 0 ? NO_TIME : times[run];
    if (before == time) {
      return true;
    }
    if (size + 2 > MAX_RUNS) {
      return false;
    }
    if (run >= 0 && starts[run] == position) {
      times[run] = time;
    } else {
      run++;
      insert(run, position, time);
    }
    int next = run + 1 < size ? starts[run + 1] : END;
    if (!last && position + 1 < next) {
      insert(run + 1, position + 1, before);
    }
    return true;
  }

  private void insert(int run, int position, long time) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, size * 2);
      times = Arrays.copyOf(times, size * 2);
    }
    System.arraycopy(starts, run, starts, run + 1, size - run);
    System.arraycopy(times, run, times, run + 1, size - run);
    starts[run] = (char) position;
    times[run] = time;
    size++;
  }

  private void makeRoom() {
    compact();
    while (size > ROOMY_RUNS && coarseness < MAX_COARSENESS) {
      coarseness++;
      compact();
    }
  }

  private void compact() {
    int kept = 0;
    for (int run = 0; run < size; run++) {
      long time = rounded(times[run]);
      boolean same = kept > 0 && (time == NO_TIME || times[kept - 1] == time);
      if (!same) {
        starts[kept] = starts[run];
        times[kept] = time;
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
    long unit = 0;
    for (int run = 0; run < size; run++) {
      long next = times[run] >> coarseness;
      out.number(starts[run] - position);
      out.signed(next - unit);
      position = starts[run];
      unit = next;
    }
  }

  static FailureTimes decode(ByteReader in) {
    FailureTimes decoded = new FailureTimes();
    decoded.coarseness = in.atMost(MAX_COARSENESS, "as the coarseness of times");
    decoded.runs(in, 1L << decoded.coarseness);
    return decoded;
  }

  /** Reads times of version 2, in minutes. New times beside them are exact. */
  static FailureTimes decodeMinutes(ByteReader in) {
    FailureTimes decoded = new FailureTimes();
    int coarse = in.atMost(MAX_COARSENESS, "as the coarseness of times");
    decoded.runs(in, MINUTE_MILLIS << coarse);
    return decoded;
  }

  private void runs(ByteReader in, long unitMillis) {
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
      if (unit < NO_TIME || unit > MAX_MILLIS / unitMillis) {
        throw in.corrupt("an invalid time");
      }
      insert(run, position, unit == NO_TIME ? NO_TIME : unit * unitMillis);
    }
  }
}
