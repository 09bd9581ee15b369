package io.postrider.delivery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of deliveries that did not end well: failed and why, expired, cancelled,
 * superseded, or filtered out when they had been tried already. In chunks, of which only those that
 * changed are written down.
 */
final class Marks {

  private final TreeMap<Long, Chunk> chunks = new TreeMap<>();
  private final TreeMap<Long, Long> dirty = new TreeMap<>();
  private long clock;
  private long failed;

  /**
   * Marks as they were written down.
   *
   * @throws CursorCorruptException if they cannot be read
   */
  static Marks of(Collection<MarkChunk> written) {
    Marks marks = new Marks();
    for (MarkChunk chunk : written) {
      byte[] bytes = chunk.bytes();
      if (bytes != null) {
        Chunk decoded = Chunk.decode(chunk.key(), bytes);
        marks.chunks.put(chunk.key(), decoded);
        marks.failed += decoded.failed();
      }
    }
    return marks;
  }

  private Marks() {}

  /** How many deliveries are marked as failed. */
  long failed() {
    return failed;
  }

  /** The mark of an offset, or null. */
  @Nullable Whereabouts at(long offset) {
    Chunk chunk = chunks.isEmpty() ? null : chunks.get(offset >>> Chunk.BITS);
    return chunk == null ? null : chunk.at(place(offset));
  }

  private static int place(long offset) {
    return (int) offset & (Chunk.SIZE - 1);
  }

  /** The first failed offset from one on and before another, or -1. */
  long nextFailed(long fromOffset, long toOffset) {
    return next(fromOffset, toOffset, Chunk::nextFailed);
  }

  /** The first cancelled offset from one on and before another, or -1. */
  long nextCancelled(long fromOffset, long toOffset) {
    return next(fromOffset, toOffset, Chunk::nextCancelled);
  }

  /** Where the stretch of cancelled offsets ends that one belongs to, in its chunk. */
  long endOfCancelled(long offset) {
    long key = offset >>> Chunk.BITS;
    Chunk chunk = chunks.get(key);
    return chunk == null ? offset : (key << Chunk.BITS) + chunk.nextNotCancelled(place(offset));
  }

  /** The last offset before one that failed or was cancelled, or -1. */
  long lastUndelivered(long beforeOffset) {
    if (beforeOffset <= 0) {
      return -1;
    }
    long last = beforeOffset - 1;
    long key = last >>> Chunk.BITS;
    for (Map.Entry<Long, Chunk> entry : chunks.headMap(key, true).descendingMap().entrySet()) {
      int found =
          entry.getValue().lastUndelivered(entry.getKey() == key ? place(last) : Chunk.SIZE - 1);
      if (found >= 0) {
        return (entry.getKey() << Chunk.BITS) + found;
      }
    }
    return -1;
  }

  private interface Next {
    int from(Chunk chunk, int place);
  }

  private long next(long fromOffset, long toOffset, Next next) {
    long key = fromOffset >>> Chunk.BITS;
    for (Map.Entry<Long, Chunk> entry : chunks.tailMap(key, true).entrySet()) {
      int from = entry.getKey() == key ? place(fromOffset) : 0;
      int found = next.from(entry.getValue(), from);
      long base = entry.getKey() << Chunk.BITS;
      if (found >= 0 || base >= toOffset) {
        return found >= 0 && base + found < toOffset ? base + found : -1;
      }
    }
    return -1;
  }

  /** About when a delivery failed, in milliseconds, or {@link FailureTimes#UNKNOWN}. */
  long failedAtMillis(long offset) {
    Chunk chunk = chunks.get(offset >>> Chunk.BITS);
    return chunk == null ? FailureTimes.UNKNOWN : chunk.failedAtMillis(place(offset));
  }

  void fail(long offset, Failure failure, long nowMillis) {
    Chunk chunk = change(offset >>> Chunk.BITS);
    failed -= chunk.failed();
    chunk.fail(place(offset), failure, nowMillis);
    failed += chunk.failed();
  }

  void expire(long fromOffset, long toOffset) {
    overChunks(fromOffset, toOffset, Chunk::expire);
  }

  void cancel(long fromOffset, long toOffset) {
    overChunks(fromOffset, toOffset, Chunk::cancel);
  }

  void supersede(long offset) {
    overChunks(offset, offset + 1, (chunk, from, to) -> chunk.supersede(from));
  }

  void filter(long offset) {
    overChunks(offset, offset + 1, (chunk, from, to) -> chunk.filter(from));
  }

  private interface Stretch {
    void mark(Chunk chunk, int from, int to);
  }

  private void overChunks(long fromOffset, long toOffset, Stretch stretch) {
    for (long at = fromOffset; at < toOffset; ) {
      long key = at >>> Chunk.BITS;
      long base = key << Chunk.BITS;
      long end = Math.min(toOffset, base + Chunk.SIZE);
      Chunk chunk = change(key);
      failed -= chunk.failed();
      stretch.mark(chunk, (int) (at - base), (int) (end - base));
      failed += chunk.failed();
      at = end;
    }
  }

  /** Takes the mark of an offset away, if it has one. */
  void clear(long offset) {
    if (at(offset) == null) {
      return;
    }
    long key = offset >>> Chunk.BITS;
    Chunk chunk = change(key);
    failed -= chunk.failed();
    chunk.clear(place(offset));
    failed += chunk.failed();
    if (chunk.isEmpty()) {
      chunks.remove(key);
    }
  }

  private Chunk change(long key) {
    Chunk chunk = chunks.computeIfAbsent(key, absent -> new Chunk());
    dirty.put(key, ++clock);
    return chunk;
  }

  /** Forgets the chunks that lie wholly before an offset. */
  void forgetBefore(long offset) {
    for (Long key : new TreeSet<>(chunks.headMap(offset >>> Chunk.BITS).keySet())) {
      Chunk chunk = chunks.remove(key);
      failed -= chunk == null ? 0 : chunk.failed();
      dirty.put(key, ++clock);
    }
  }

  // ---- flushing

  boolean isDirty() {
    return !dirty.isEmpty();
  }

  /** Tells one state from another, for {@link #flushed}. */
  long version() {
    return clock;
  }

  /** The chunks that changed. */
  List<MarkChunk> changes() {
    List<MarkChunk> changes = new ArrayList<>(dirty.size());
    for (Long key : dirty.keySet()) {
      Chunk chunk = chunks.get(key);
      changes.add(new MarkChunk(key, chunk == null ? null : chunk.encode()));
    }
    return changes;
  }

  /** All changes up to a version were written down. */
  void flushed(long version) {
    dirty.values().removeIf(changed -> changed <= version);
  }
}
