package io.postrider.server.commands.migrate;

import io.postrider.delivery.OffsetTranslation;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places of all records of a copied log: eight bytes for each in a mapped file, which is
 * deleted when the map closes, because the log itself tells everything. Belongs to one thread.
 *
 * <p>Every {@value #STEP} records it also notes the ends of the partitions, so that a position is
 * found by reading at most that many places.
 */
final class OffsetMap implements OffsetTranslation, AutoCloseable {

  static final int STEP = 1 << 14;

  private static final int OFFSET_BITS = 48;
  private static final ValueLayout.OfLong PLACE = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Path file;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment places;
  private final long first;
  private final long end;
  private final long[] ends;
  private final List<long[]> marks = new ArrayList<>();
  private long next;

  private OffsetMap(Path file, long first, long end, int partitions) throws IOException {
    this.file = file;
    this.first = first;
    this.end = end;
    this.next = first;
    this.ends = new long[partitions];
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      places =
          channel.map(
              FileChannel.MapMode.READ_WRITE, 0, Math.max(1, end - first) * Long.BYTES, arena);
    }
  }

  /**
   * An empty map.
   *
   * @param file is created, or replaced
   * @param first the offset of the first record that is copied
   * @param end the offset after the last
   */
  static OffsetMap create(Path file, long first, long end, int partitions) throws IOException {
    return new OffsetMap(file, first, end, partitions);
  }

  /** The record after those before is copied to the end of a partition. */
  void add(int partition) {
    if (next == end) {
      throw new IllegalStateException("a record at " + next + ", where the log ended");
    }
    if ((next - first) % STEP == 0) {
      marks.add(ends.clone());
    }
    long place = ((long) partition << OFFSET_BITS) | ends[partition];
    places.set(PLACE, (next - first) * Long.BYTES, place);
    ends[partition]++;
    next++;
  }

  @Override
  public int partitions() {
    return ends.length;
  }

  @Override
  public @Nullable Place place(long offset) {
    if (offset < first || offset >= next) {
      return null;
    }
    long place = at(offset);
    return new Place((int) (place >>> OFFSET_BITS), place & ((1L << OFFSET_BITS) - 1));
  }

  private long at(long offset) {
    return places.get(PLACE, (offset - first) * Long.BYTES);
  }

  @Override
  public long[] positions(long offset) {
    if (offset <= first) {
      return new long[ends.length];
    }
    if (offset >= next) {
      return ends.clone();
    }
    int step = (int) ((offset - first) / STEP);
    long[] positions = marks.get(step).clone();
    for (long before = first + (long) step * STEP; before < offset; before++) {
      positions[(int) (at(before) >>> OFFSET_BITS)]++;
    }
    return positions;
  }

  @Override
  public void close() throws IOException {
    arena.close();
    Files.deleteIfExists(file);
  }
}
