package io.postrider.delivery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The index of undelivered messages: failed and why, expired, cancelled, superseded, or filtered
 * out after an attempt. Divided into chunks; only changed chunks are saved.
 */
final class FailureIndex {

  private final TreeMap<Long, FailureChunk> chunks = new TreeMap<>();
  private final TreeMap<Long, Long> dirty = new TreeMap<>();
  private long version;
  private long failed;

  /**
   * Restores the index from saved chunks.
   *
   * @throws CursorCorruptException if they are corrupt
   */
  static FailureIndex of(Collection<EncodedFailureChunk> written) {
    FailureIndex index = new FailureIndex();
    for (EncodedFailureChunk chunk : written) {
      byte[] bytes = chunk.bytes();
      if (bytes != null) {
        FailureChunk decoded = FailureChunk.decode(chunk.key(), bytes);
        index.chunks.put(chunk.key(), decoded);
        index.failed += decoded.failed();
      }
    }
    return index;
  }

  private FailureIndex() {}

  long failed() {
    return failed;
  }

  @Nullable DeliveryStatus at(long offset) {
    FailureChunk chunk = chunks.isEmpty() ? null : chunks.get(offset >>> FailureChunk.BITS);
    return chunk == null ? null : chunk.at(position(offset));
  }

  private static int position(long offset) {
    return (int) offset & (FailureChunk.SIZE - 1);
  }

  /** The first failed offset in a range, or -1. */
  long nextFailed(long fromOffset, long toOffset) {
    return next(fromOffset, toOffset, FailureChunk::nextFailed);
  }

  /** The first cancelled offset in a range, or -1. */
  long nextCancelled(long fromOffset, long toOffset) {
    return next(fromOffset, toOffset, FailureChunk::nextCancelled);
  }

  /** The end of the cancelled range that contains an offset, within its chunk. */
  long endOfCancelled(long offset) {
    long key = offset >>> FailureChunk.BITS;
    FailureChunk chunk = chunks.get(key);
    return chunk == null
        ? offset
        : (key << FailureChunk.BITS) + chunk.nextNotCancelled(position(offset));
  }

  /** The last failed or cancelled offset before an offset, or -1. */
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
              .lastUndelivered(entry.getKey() == key ? position(last) : FailureChunk.SIZE - 1);
      if (found >= 0) {
        return (entry.getKey() << FailureChunk.BITS) + found;
      }
    }
    return -1;
  }

  /** The failed and cancelled offsets before an offset, latest first. */
  List<Long> undeliveredBefore(long offset, int most) {
    List<Long> found = new ArrayList<>();
    long last = lastUndelivered(offset);
    while (last >= 0 && found.size() < most) {
      found.add(last);
      last = lastUndelivered(last);
    }
    return found;
  }

  private interface Next {
    int from(FailureChunk chunk, int position);
  }

  private long next(long fromOffset, long toOffset, Next next) {
    long key = fromOffset >>> FailureChunk.BITS;
    for (Map.Entry<Long, FailureChunk> entry : chunks.tailMap(key, true).entrySet()) {
      int from = entry.getKey() == key ? position(fromOffset) : 0;
      int found = next.from(entry.getValue(), from);
      long base = entry.getKey() << FailureChunk.BITS;
      if (found >= 0 || base >= toOffset) {
        return found >= 0 && base + found < toOffset ? base + found : -1;
      }
    }
    return -1;
  }

  /** When a delivery failed, or {@link FailureTimes#UNKNOWN}. */
  long failedAtMillis(long offset) {
    FailureChunk chunk = chunks.get(offset >>> FailureChunk.BITS);
    return chunk == null ? FailureTimes.UNKNOWN : chunk.failedAtMillis(position(offset));
  }

  void fail(long offset, Failure failure, long nowMillis) {
    FailureChunk chunk = change(offset >>> FailureChunk.BITS);
    failed -= chunk.failed();
    chunk.fail(position(offset), failure, nowMillis);
    failed += chunk.failed();
  }

  void expire(long fromOffset, long toOffset) {
    overChunks(fromOffset, toOffset, FailureChunk::expire);
  }

  void cancel(long fromOffset, long toOffset) {
    overChunks(fromOffset, toOffset, FailureChunk::cancel);
  }

  /** Notes how a delivery ended without success; a failure is noted when it is given up. */
  void end(long offset, FinalStatus status) {
    switch (status) {
      case EXPIRED -> expire(offset, offset + 1);
      case CANCELLED -> cancel(offset, offset + 1);
      case SUPERSEDED -> supersede(offset);
      case FILTERED -> filter(offset);
      case DELIVERED, FAILED -> {}
    }
  }

  void supersede(long offset) {
    overChunks(offset, offset + 1, (chunk, from, to) -> chunk.supersede(from));
  }

  void filter(long offset) {
    overChunks(offset, offset + 1, (chunk, from, to) -> chunk.filter(from));
  }

  private interface RangeChange {
    void apply(FailureChunk chunk, int from, int to);
  }

  private void overChunks(long fromOffset, long toOffset, RangeChange change) {
    for (long at = fromOffset; at < toOffset; ) {
      long key = at >>> FailureChunk.BITS;
      long base = key << FailureChunk.BITS;
      long end = Math.min(toOffset, base + FailureChunk.SIZE);
      FailureChunk chunk = change(key);
      failed -= chunk.failed();
      change.apply(chunk, (int) (at - base), (int) (end - base));
      failed += chunk.failed();
      at = end;
    }
  }

  /** Removes the status of an offset, if it has one. */
  void clear(long offset) {
    if (at(offset) == null) {
      return;
    }
    long key = offset >>> FailureChunk.BITS;
    FailureChunk chunk = change(key);
    failed -= chunk.failed();
    chunk.clear(position(offset));
    failed += chunk.failed();
    if (chunk.isEmpty()) {
      chunks.remove(key);
    }
  }

  private FailureChunk change(long key) {
    FailureChunk chunk = chunks.computeIfAbsent(key, absent -> new FailureChunk());
    dirty.put(key, ++version);
    return chunk;
  }

  /** Removes the chunks that lie entirely before an offset. */
  void forgetBefore(long offset) {
    for (Long key : new TreeSet<>(chunks.headMap(offset >>> FailureChunk.BITS).keySet())) {
      FailureChunk chunk = chunks.remove(key);
      failed -= chunk == null ? 0 : chunk.failed();
      dirty.put(key, ++version);
    }
  }

  // ---- flushing

  boolean isDirty() {
    return !dirty.isEmpty();
  }

  /** A version of the state, for {@link #flushed}. */
  long version() {
    return version;
  }

  List<EncodedFailureChunk> changes() {
    List<EncodedFailureChunk> changes = new ArrayList<>(dirty.size());
    for (Long key : dirty.keySet()) {
      FailureChunk chunk = chunks.get(key);
      changes.add(new EncodedFailureChunk(key, chunk == null ? null : chunk.encode()));
    }
    return changes;
  }

  /** Confirms that all changes up to a version were saved. */
  void flushed(long savedVersion) {
    dirty.values().removeIf(changed -> changed <= savedVersion);
  }
}
