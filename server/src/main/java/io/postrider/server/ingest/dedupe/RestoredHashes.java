package io.postrider.server.ingest.dedupe;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The restored hashes of one stripe that are not in its table yet: an off-heap list, newest first,
 * with half the size of the table for them.
 *
 * <p>Belongs to the thread that creates it.
 */
final class RestoredHashes implements AutoCloseable {

  private static final long ENTRY_BYTES = 16;

  private Arena arena = Arena.ofConfined();
  private MemorySegment entries;
  private long endBytes;

  /**
   * @param expected about how many hashes there will be
   */
  RestoredHashes(long expected) {
    entries = arena.allocate(Math.max(1, expected) * ENTRY_BYTES, ENTRY_BYTES);
  }

  /** Adds a hash, whose first bits may contain a tag. */
  void add(long high, long low) {
    if (endBytes == entries.byteSize()) {
      grow();
    }
    entries.set(ValueLayout.JAVA_LONG, endBytes, high);
    entries.set(ValueLayout.JAVA_LONG, endBytes + 8, low);
    endBytes += ENTRY_BYTES;
  }

  long count() {
    return endBytes / ENTRY_BYTES;
  }

  long high(long index) {
    return entries.get(ValueLayout.JAVA_LONG, index * ENTRY_BYTES);
  }

  long low(long index) {
    return entries.get(ValueLayout.JAVA_LONG, index * ENTRY_BYTES + 8);
  }

  long sizeBytes() {
    return entries.byteSize();
  }

  @Override
  public void close() {
    arena.close();
  }

  private void grow() {
    Arena larger = Arena.ofConfined();
    long count = count();
    MemorySegment copy = larger.allocate((count + count / 8 + 1) * ENTRY_BYTES, ENTRY_BYTES);
    copy.copyFrom(entries);
    arena.close();
    arena = larger;
    entries = copy;
  }
}
