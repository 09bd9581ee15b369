package io.postrider.delivery;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Why the failed deliveries of a chunk failed, as runs of positions with the same failure. A run
 * may include positions that did not fail. Bounded: beyond the bound, a position gets its
 * neighbour's failure.
 */
final class ReasonRuns {

  static final int MAX_RUNS = 1_024;
  private static final int END = 1 << 16;

  private char[] starts = new char[4];
  private @Nullable Failure[] failures = new @Nullable Failure[4];
  private int size;

  /** The failure at a position; null if none is known at or before it. */
  @Nullable Failure at(int position) {
    int run = run(position);
    return run < 0 ? null : failures[run];
  }

  private int run(int position) {
    int found = Arrays.binarySearch(starts, 0, size, (char) position);
    return found >= 0 ? found : -found - 2;
  }

  /**
   * Records the failure at a position.
   *
   * @param last whether no later position has failed
   */
  void set(int position, Failure failure, boolean last) {
    int run = run(position);
    Failure before = run < 0 ? null : failures[run];
    if (failure.equals(before)) {
      return;
    }
    boolean full = size + 2 > MAX_RUNS;
    if (run < 0 && size > 0 && (full || failure.equals(failures[0]))) {
      starts[0] = (char) position; // every failed position has a reason
      return;
    }
    if (full) {
      return;
    }
    if (run >= 0 && starts[run] == position) {
      failures[run] = failure;
    } else {
      run++;
      insert(run, position, failure);
    }
    int next = run + 1 < size ? starts[run + 1] : END;
    if (!last && before != null && position + 1 < next) {
      insert(run + 1, position + 1, before);
    }
  }

  private void insert(int run, int position, Failure failure) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, size * 2);
      failures = Arrays.copyOf(failures, size * 2);
    }
    System.arraycopy(starts, run, starts, run + 1, size - run);
    System.arraycopy(failures, run, failures, run + 1, size - run);
    starts[run] = (char) position;
    failures[run] = failure;
    size++;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
    Arrays.fill(failures, null);
  }

  void encode(ByteWriter out) {
    out.number(size);
    int previous = 0;
    for (int run = 0; run < size; run++) {
      out.number(starts[run] - previous);
      previous = starts[run];
      Failure failure = failures[run];
      if (failure != null) {
        failure.encode(out);
      }
    }
  }

  static ReasonRuns decode(ByteReader in) {
    ReasonRuns runs = new ReasonRuns();
    int count = in.atMost(MAX_RUNS, "reasons");
    int position = 0;
    for (int run = 0; run < count; run++) {
      int step = in.atMost(END - 1 - position, "offsets to the next reason");
      if (run > 0 && step == 0) {
        throw in.corrupt("two reasons at one offset");
      }
      position += step;
      runs.insert(run, position, Failure.decode(in));
    }
    return runs;
  }
}
