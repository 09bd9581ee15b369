package io.postrider.delivery;

import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * The marks of 65,536 offsets, by their lower bits: which deliveries failed and why, which expired
 * and which were cancelled. An offset has at most one of the three marks.
 */
final class Chunk {

  /** How many bits of an offset are its place in a chunk. */
  static final int BITS = 16;

  static final int SIZE = 1 << BITS;

  private static final int VERSION = 1;
  private static final int FAILED = 0;
  private static final int EXPIRED = 1;
  private static final int CANCELLED = 2;
  private static final int SETS = 3;

  private final RoaringBitmap[] sets;
  private final ReasonRuns reasons;

  Chunk() {
    this(new RoaringBitmap[] {set(), set(), set()}, new ReasonRuns());
  }

  private static RoaringBitmap set() {
    return new RoaringBitmap();
  }

  private Chunk(RoaringBitmap[] sets, ReasonRuns reasons) {
    this.sets = sets;
    this.reasons = reasons;
  }

  int failed() {
    return sets[FAILED].getCardinality();
  }

  boolean isEmpty() {
    return sets[FAILED].isEmpty() && sets[EXPIRED].isEmpty() && sets[CANCELLED].isEmpty();
  }

  /** Whether there is any mark, and which. */
  @Nullable Whereabouts at(int place) {
    if (sets[FAILED].contains(place)) {
      Failure failure = reasons.at(place);
      return failure == null ? null : new Whereabouts.Failed(failure);
    }
    if (sets[EXPIRED].contains(place)) {
      return new Whereabouts.Expired();
    }
    return sets[CANCELLED].contains(place) ? new Whereabouts.Cancelled() : null;
  }

  /** The first failed place from one on, or -1. */
  int nextFailed(int place) {
    return (int) sets[FAILED].nextValue(place);
  }

  void fail(int place, Failure failure) {
    clear(place);
    boolean last = sets[FAILED].isEmpty() || sets[FAILED].last() < place;
    reasons.set(place, failure, last);
    sets[FAILED].add(place);
  }

  void expire(int from, int to) {
    mark(EXPIRED, from, to);
  }

  /** What has expired stays that: nobody can replay it. */
  void cancel(int from, int to) {
    RoaringBitmap expired = sets[EXPIRED].clone();
    mark(CANCELLED, from, to);
    sets[CANCELLED].andNot(expired);
    sets[EXPIRED].or(expired);
  }

  private void mark(int set, int from, int to) {
    for (int other = 0; other < SETS; other++) {
      if (other != set) {
        sets[other].remove((long) from, (long) to);
      }
    }
    sets[set].add((long) from, (long) to);
    sets[set].runOptimize();
  }

  /** Takes any mark away, and tells whether there was one. */
  boolean clear(int place) {
    boolean any = false;
    for (RoaringBitmap set : sets) {
      any |= set.checkedRemove(place);
    }
    if (any && sets[FAILED].isEmpty()) {
      reasons.clear();
    }
    return any;
  }

  byte[] encode() {
    BytesOut out = new BytesOut(64);
    out.octet(VERSION);
    for (RoaringBitmap set : sets) {
      PlaceSets.encode(set, out);
    }
    reasons.encode(out);
    return out.finish();
  }

  /** Reads a chunk. */
  static Chunk decode(long key, byte[] bytes) {
    BytesIn in = new BytesIn("Chunk " + key + " of a destination's marks", bytes);
    int version = in.octet();
    if (version != VERSION) {
      throw in.corrupt("version " + version + ", which this program does not know");
    }
    RoaringBitmap[] sets = new RoaringBitmap[SETS];
    for (int set = 0; set < SETS; set++) {
      sets[set] = PlaceSets.decode(in);
    }
    Chunk chunk = new Chunk(sets, ReasonRuns.decode(in));
    in.finish();
    if (RoaringBitmap.intersects(sets[FAILED], sets[EXPIRED])
        || RoaringBitmap.intersects(sets[FAILED], sets[CANCELLED])
        || RoaringBitmap.intersects(sets[EXPIRED], sets[CANCELLED])) {
      throw in.corrupt("two marks at one offset");
    }
    if (!sets[FAILED].isEmpty() && chunk.reasons.at(sets[FAILED].first()) == null) {
      throw in.corrupt("a failure without a reason");
    }
    return chunk;
  }
}
