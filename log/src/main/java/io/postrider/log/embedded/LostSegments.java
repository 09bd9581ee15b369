package io.postrider.log.embedded;

import io.postrider.log.LogCorruptException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives up the segments of a log whose files are missing, so that the log opens with the rest. Only
 * for a log whose records nobody depends on. Belongs to one thread, while the log is closed.
 *
 * <p>A missing segment between others is replaced by one without batches: reading its offsets fails
 * as corrupt, and retention deletes it in its turn. A missing newest segment is replaced by one
 * with a single such offset, because nobody knows how many it had. Missing oldest segments leave
 * the manifest. A crash in between leaves a log with fewer missing segments.
 */
final class LostSegments {

  /** The end of a newest segment that is replaced: it must not look empty. */
  private static final long NEWEST_END = SegmentHeader.BYTES + BatchCodec.HEADER_BYTES;

  /** Where the valid batches of a segment end, and the time of the last one. */
  private record End(long position, long offset, long lastMs) {}

  private final Disk disk;
  private final LogManifest manifest;
  private final NavigableMap<Long, SegmentHeader> found;
  private final List<String> missing = new ArrayList<>();

  /** The files to create and their sizes, in this order. */
  private final Map<SegmentHeader, Long> created = new LinkedHashMap<>();

  private long firstId;

  private LostSegments(Disk disk, LogManifest manifest, NavigableMap<Long, SegmentHeader> found) {
    this.disk = disk;
    this.manifest = manifest;
    this.found = found;
  }

  /**
   * Looks for missing segments. Changes nothing.
   *
   * @throws LogCorruptException if the manifest or a header is corrupt
   */
  static LostSegments find(Disk disk) throws IOException {
    try (Closeable _ = disk.lock()) {
      Set<String> names = new HashSet<>(disk.list());
      LostSegments lost =
          new LostSegments(
              disk, LogManifest.read(disk, names), LogRecovery.readHeaders(disk, names));
      lost.look();
      return lost;
    }
  }

  /** The paths of missing segments; empty also if no segment is left. */
  List<String> missing() {
    return missing;
  }

  private void look() throws IOException {
    if (found.isEmpty()) {
      return;
    }
    LogManifest.Listed listed = manifest.listed();
    if (listed != null && found.lastKey() < listed.newestId()) {
      replaceNewest(listed.newestId(), found.lastEntry().getValue());
    }
    SegmentHeader oldest = found.lastEntry().getValue();
    for (SegmentHeader header = oldest; header != null; header = before(header)) {
      oldest = header;
    }
    if (listed != null && oldest.previousId() >= listed.firstId()) {
      missing.add(path(oldest.previousId()));
      firstId = oldest.id();
    }
  }

  /** The segment before another; the one that replaces it if it is missing. */
  private @Nullable SegmentHeader before(SegmentHeader header) throws IOException {
    long id = header.previousId();
    SegmentHeader before = found.get(id);
    if (before != null || found.headMap(id).isEmpty()) {
      return before;
    }
    missing.add(path(id));
    SegmentHeader older = found.lowerEntry(id).getValue();
    End end = end(older);
    SegmentHeader replacement =
        new SegmentHeader(
            older.identity(),
            id,
            Math.min(end.offset, header.baseOffset()),
            end.lastMs,
            older.id(),
            end.position,
            SegmentHeader.LOST);
    created.put(replacement, header.previousEnd());
    return replacement;
  }

  /** Plans an empty segment after a newest one that is missing, which the chain then misses. */
  private void replaceNewest(long id, SegmentHeader older) throws IOException {
    End end = end(older);
    SegmentHeader next =
        new SegmentHeader(
            older.identity(),
            id + 1,
            end.offset + 1,
            end.lastMs,
            id,
            NEWEST_END,
            SegmentHeader.BYTES);
    created.put(next, (long) SegmentHeader.BYTES);
    found.put(next.id(), next);
  }

  private End end(SegmentHeader header) throws IOException {
    try (DiskFile file = disk.open(FileNames.of(header.id(), FileNames.SEGMENT))) {
      SegmentScan scan = new SegmentScan(header, file, file.size());
      long lastMs = header.sinceMs();
      while (scan.advance()) {
        lastMs = scan.header().timeMs();
      }
      return new End(scan.next(), scan.nextOffset(), lastMs);
    }
  }

  /** Makes the log one that opens, durably. */
  void giveUp() throws IOException {
    try (Closeable _ = disk.lock()) {
      for (Map.Entry<SegmentHeader, Long> one : created.entrySet()) {
        create(one.getKey(), one.getValue());
      }
      if (firstId > 0) {
        manifest.startWith(firstId);
      }
    }
  }

  private void create(SegmentHeader header, long sizeBytes) throws IOException {
    String name = FileNames.of(header.id(), FileNames.SEGMENT);
    String unfinished = name + FileNames.TEMPORARY;
    try (DiskFile file = disk.create(unfinished)) {
      file.write(header.encode(), 0);
      if (sizeBytes > SegmentHeader.BYTES) {
        file.write(ByteBuffer.allocate(1), sizeBytes - 1); // the rest is zeros and takes no space
      }
      file.sync();
    }
    disk.rename(unfinished, name);
    disk.syncDirectory();
  }

  private String path(long id) {
    return disk.describe(FileNames.of(id, FileNames.SEGMENT));
  }
}
