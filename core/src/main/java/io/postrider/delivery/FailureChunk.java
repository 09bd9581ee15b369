package io.postrider.delivery;

import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * The statuses of undelivered messages in a range of 65,536 offsets: which deliveries failed and
 * why, and which expired or were cancelled, superseded or filtered out. An offset has at most one
 * of these statuses. A position is the lower bits of an offset.
 */
final class FailureChunk {

  /** The number of bits of an offset that are its position in a chunk. */
  static final int BITS = 16;

  static final int SIZE = 1 << BITS;
  private static final int FAILED = 0;
  private static final int EXPIRED = 1;
  private static final int CANCELLED = 2;
  private static final int SUPERSEDED = 3;
  private static final int FILTERED = 4;
  private static final int SETS = 5;
  private static final int VERSION = 3;

  /** The version with times in minutes. */
  private static final int MINUTES_VERSION = 2;

  /** The version with only the first three sets and no times. */
  private static final int FIRST_VERSION = 1;

  private static final int FIRST_SETS = 3;

  private final RoaringBitmap[] sets;
  private final ReasonRuns reasons;
  private final FailureTimes times;

  FailureChunk() {
    this(
        new RoaringBitmap[] {set(), set(), set(), set(), set()},
        new ReasonRuns(),
        new FailureTimes());
  }

  private static RoaringBitmap set() {
    return new RoaringBitmap();
  }

  private FailureChunk(RoaringBitmap[] sets, ReasonRuns reasons, FailureTimes times) {
    this.sets = sets;
    this.reasons = reasons;
    this.times = times;
  }

  int failed() {
    return sets[FAILED].getCardinality();
  }

  boolean isEmpty() {
    for (RoaringBitmap set : sets) {
      if (!set.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Nullable DeliveryStatus at(int position) {
    if (sets[FAILED].contains(position)) {
      Failure failure = reasons.at(position);
      return failure == null ? null : new DeliveryStatus.Failed(failure);
    }
    if (sets[EXPIRED].contains(position)) {
      return new DeliveryStatus.Expired();
    }
    if (sets[CANCELLED].contains(position)) {
      return new DeliveryStatus.Cancelled();
    }
    if (sets[SUPERSEDED].contains(position)) {
      return new DeliveryStatus.Superseded();
    }
    return sets[FILTERED].contains(position) ? new DeliveryStatus.Filtered() : null;
  }

  /** When the delivery at a position failed, or {@link FailureTimes#UNKNOWN}. */
  long failedAtMillis(int position) {
    return sets[FAILED].contains(position) ? times.atMillis(position) : FailureTimes.UNKNOWN;
  }

  /** The first failed position from a position on, or -1. */
  int nextFailed(int position) {
    return (int) sets[FAILED].nextValue(position);
  }

  /** The first cancelled position from a position on, or -1. */
  int nextCancelled(int position) {
    return (int) sets[CANCELLED].nextValue(position);
  }

  /** The first position from a position on that is not cancelled; {@link #SIZE} if all are. */
  int nextNotCancelled(int position) {
    return (int) sets[CANCELLED].nextAbsentValue(position);
  }

  /** The last failed or cancelled position up to a position, or -1. */
  int lastUndelivered(int position) {
    return (int)
        Math.max(sets[FAILED].previousValue(position), sets[CANCELLED].previousValue(position));
  }

  void fail(int position, Failure failure, long nowMillis) {
    clear(position);
    boolean last = sets[FAILED].isEmpty() || sets[FAILED].last() < position;
    reasons.set(position, failure, last);
    times.set(position, nowMillis, last);
    sets[FAILED].add(position);
  }

  void expire(int from, int to) {
    put(EXPIRED, from, to);
  }

  /** Cancels a range. Expired positions stay expired, because they cannot be replayed. */
  void cancel(int from, int to) {
    RoaringBitmap expired = sets[EXPIRED].clone();
    put(CANCELLED, from, to);
    sets[CANCELLED].andNot(expired);
    sets[EXPIRED].or(expired);
  }

  void supersede(int position) {
    put(SUPERSEDED, position, position + 1);
  }

  void filter(int position) {
    put(FILTERED, position, position + 1);
  }

  private void put(int set, int from, int to) {
    for (int other = 0; other < SETS; other++) {
      if (other != set) {
        sets[other].remove((long) from, (long) to);
      }
    }
    sets[set].add((long) from, (long) to);
    sets[set].runOptimize();
  }

  /** Removes the status at a position; returns whether there was one. */
  boolean clear(int position) {
    boolean any = false;
    for (RoaringBitmap set : sets) {
      any |= set.checkedRemove(position);
    }
    if (any && sets[FAILED].isEmpty()) {
      reasons.clear();
      times.clear();
    }
    return any;
  }

  byte[] encode() {
    ByteWriter out = new ByteWriter(64);
    out.octet(VERSION);
    for (RoaringBitmap set : sets) {
      BitSetCodec.encode(set, out);
    }
    reasons.encode(out);
    times.encode(out);
    return out.finish();
  }

  static FailureChunk decode(long key, byte[] bytes) {
    ByteReader in = new ByteReader("Chunk " + key + " of a destination's failures", bytes);
    int version = in.octet();
    if (version < FIRST_VERSION || version > VERSION) {
      throw in.corrupt("version " + version + ", which this version does not support");
    }
    int written = version == FIRST_VERSION ? FIRST_SETS : SETS;
    RoaringBitmap[] sets = new RoaringBitmap[SETS];
    RoaringBitmap seen = set();
    for (int set = 0; set < SETS; set++) {
      sets[set] = set < written ? BitSetCodec.decode(in) : set();
      if (RoaringBitmap.intersects(seen, sets[set])) {
        throw in.corrupt("two statuses at one offset");
      }
      seen.or(sets[set]);
    }
    ReasonRuns reasons = ReasonRuns.decode(in);
    FailureTimes times =
        switch (version) {
          case FIRST_VERSION -> new FailureTimes();
          case MINUTES_VERSION -> FailureTimes.decodeMinutes(in);
          default -> FailureTimes.decode(in);
        };
    FailureChunk chunk = new FailureChunk(sets, reasons, times);
    in.finish();
    if (!sets[FAILED].isEmpty() && chunk.reasons.at(sets[FAILED].first()) == null) {
      throw in.corrupt("a failure without a reason");
    }
    return chunk;
  }
}
