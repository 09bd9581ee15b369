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
final class FailureIndex {

  private final TreeMap<Long, FailureChunk> chunks = new TreeMap<>();
  private final TreeMap<Long, Long> dirty = new TreeMap<>();
  private long clock;
  private long failed;

  /**
   * Marks as they were written down.
   *
   * @throws CursorCorruptException if they cannot be read
   */
  static FailureIndex of(Collection<EncodedFailureChunk> written) {
    FailureIndex marks = new FailureIndex();
    for (EncodedFailureChunk chunk : written) {
      byte[] bytes = chunk.bytes();
      if (bytes != null) {
        FailureChunk decoded = FailureChunk.decode(chunk.key(), bytes);
        marks.chunks.put(chunk.key(), decoded);
        marks.failed += decoded.failed();
      }
    }
    return marks;
  }

  private FailureIndex() {}

  /** How many deliveries are marked as failed. */
  long failed() {
    return failed;
  }

  /** The mark of an offset, or null. */
  @Nullable DeliveryStatus at(long offset) {
    FailureChunk chunk = chunks.isEmpty() ? null : chunks.get(offset >>> FailureChunk.BITS);
    return chunk == null ? null : chunk.at(place(offset));
  }

  private static int place(long offset) {
    return (int) offset & (FailureChunk.SIZE - 1);
  }

  /** The first failed offset from one on and before another, or -1. */
  long nextFailed(long fromOffset, long toOffset) {
    return next(fromOffset, toOffset, FailureChunk::nextFailed);
  }

  /** The first cancelled offset from one on and before another, or -1. */
  long nextCancelled(long fromOffset, long toOffset) {
    return next(fromOffset, toOffset, FailureChunk::nextCancelled);
  }

  /** Where the stretch of cancelled offsets ends that one belongs to, in its chunk. */
  long endOfCancelled(long offset) {
    long key = offset >>> FailureChunk.BITS;
    FailureChunk chunk = chunks.get(key);
    return chunk == null
        ? offset
        : (key << FailureChunk.BITS) + chunk.nextNotCancelled(place(offset));
  }

  /** The last offset before one that failed or was cancelled, or -1. */
  long lastUndelivered(long beforeOffset) {
    if (beforeOffset <= 0) {
      return -1;
    }
    long last = beforeOffset - 1;
    long key = last >>> FailureChunk.BITS;
    for (Map.Entry<Long, FailureChunk> entry :
        chunks.headMap(key, true).descendingMap().entrySet()) {
      int found =
          entry
              .getValue()
              .lastUndelivered(entry.getKey() == key ? place(last) : FailureChunk.SIZE - 1);
      if (found >= 0) {
        return (entry.getKey() << FailureChunk.BITS) + found;
      }
    }
    return -1;
  }

  private interface Next {
    int from(FailureChunk chunk, int place);
  }

  private long next(long fromOffset, long toOffset, Next next) {
    long key = fromOffset >>> FailureChunk.BITS;
    for (Map.Entry<Long, FailureChunk> entry : chunks.tailMap(key, true).entrySet()) {
      int from = entry.getKey() == key ? place(fromOffset) : 0;
      int found = next.from(entry.getValue(), from);
      long base = entry.getKey() << FailureChunk.BITS;
      if (found >= 0 || base >= toOffset) {
        return found >= 0 && base + found < toOffset ? base + found : -1;
      }
    }
    return -1;
  }

  /** About when a delivery failed, in milliseconds, or {@link FailureTimes#UNKNOWN}. */
  long failedAtMillis(long offset) {
    FailureChunk chunk = chunks.get(offset >>> FailureChunk.BITS);
    return chunk == null ? FailureTimes.UNKNOWN : chunk.failedAtMillis(place(offset));
  }

  void fail(long offset, Failure failure, long nowMillis) {
    FailureChunk chunk = change(offset >>> FailureChunk.BITS);
    failed -= chunk.failed();
    chunk.fail(place(offset), failure, nowMillis);
    failed += chunk.failed();
  }

  void expire(long fromOffset, long toOffset) {
    overChunks(fromOffset, toOffset, FailureChunk::expire);
  }

  void cancel(long fromOffset, long toOffset) {
    overChunks(fromOffset, toOffset, FailureChunk::cancel);
  }

  void supersede(long offset) {
    overChunks(offset, offset + 1, (chunk, from, to) -> chunk.supersede(from));
  }

  void filter(long offset) {
    overChunks(offset, offset + 1, (chunk, from, to) -> chunk.filter(from));
  }

  private interface Stretch {
    void mark(FailureChunk chunk, int from, int to);
  }

  private void overChunks(long fromOffset, long toOffset, Stretch stretch) {
    for (long at = fromOffset; at < toOffset; ) {
      long key = at >>> FailureChunk.BITS;
      long base = key << FailureChunk.BITS;
      long end = Math.min(toOffset, base + FailureChunk.SIZE);
      FailureChunk chunk = change(key);
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
    long key = offset >>> FailureChunk.BITS;
    FailureChunk chunk = change(key);
    failed -= chunk.failed();
    chunk.clear(place(offset));
    failed += chunk.failed();
    if (chunk.isEmpty()) {
      chunks.remove(key);
    }
  }

  private FailureChunk change(long key) {
    FailureChunk chunk = chunks.computeIfAbsent(key, absent -> new FailureChunk());
    dirty.put(key, ++clock);
    return chunk;
  }

  /** Forgets the chunks that lie wholly before an offset. */
  void forgetBefore(long offset) {
    for (Long key : new TreeSet<>(chunks.headMap(offset >>> FailureChunk.BITS).keySet())) {
      FailureChunk chunk = chunks.remove(key);
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
  List<EncodedFailureChunk> changes() {
    List<EncodedFailureChunk> changes = new ArrayList<>(dirty.size());
    for (Long key : dirty.keySet()) {
      FailureChunk chunk = chunks.get(key);
      changes.add(new EncodedFailureChunk(key, chunk == null ? null : chunk.encode()));
    }
    return changes;
  }

  /** All changes up to a version were written down. */
  void flushed(long version) {
    dirty.values().removeIf(changed -> changed <= version);
  }
}
