package io.postrider.log.embedded;

import io.postrider.log.LogCorruptException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Gives up what is lost of a log, so that the log opens with the rest. Only for a log whose records
 * nobody depends on. Belongs to one thread, while the log is closed.
 *
 * <p>A segment whose header is corrupt counts as missing. A missing segment between others is
 * replaced by one without batches: reading its offsets fails as corrupt, and retention deletes it
 * in its turn. A missing newest segment is replaced by one with a single such offset, because
 * nobody knows how many it had. Missing oldest segments leave the manifest. A newest segment with
 * corrupt batches ends after its last valid one; if durable batches were behind it, a single offset
 * stands for them. A sealed segment that is cut off gets its size back. A crash in between leaves a
 * log with less damage.
 */
final class LostSegments {

  /** The end of a newest segment that is replaced: it must not look empty. */
  private static final long NEWEST_END = SegmentHeader.BYTES + BatchCodec.HEADER_BYTES;

  /**
   * Where the valid batches of a segment end.
   *
   * @param lastMs the time of the last one
   * @param provenEnd up to where the file was synced
   */
  private record End(long position, long offset, long lastMs, long provenEnd) {}

  private final Disk disk;
  private final LogManifest manifest;
  private final NavigableMap<Long, SegmentHeader> found;
  private final Set<Long> unusable;
  private final Set<Long> missing = new TreeSet<>();
  private final Set<Long> partial = new TreeSet<>();

  /** The files to create and their sizes, in this order. */
  private final Map<SegmentHeader, Long> created = new LinkedHashMap<>();

  /** The files that are cut off, and the sizes to give them. */
  private final Map<Long, Long> extended = new LinkedHashMap<>();

  private long firstId;

  private LostSegments(
      Disk disk,
      LogManifest manifest,
      NavigableMap<Long, SegmentHeader> found,
      Set<Long> unusable) {
    this.disk = disk;
    this.manifest = manifest;
    this.found = found;
    this.unusable = unusable;
  }

  /**
   * Looks for damage. Changes nothing.
   *
   * @throws LogCorruptException if the manifest is corrupt, or a segment is of another log
   */
  static LostSegments find(Disk disk) throws IOException {
    try (Closeable _ = disk.lock()) {
      Set<String> names = new HashSet<>(disk.list());
      LogManifest manifest = LogManifest.read(disk, names);
      NavigableMap<Long, SegmentHeader> found = new TreeMap<>();
      Set<Long> unusable = new TreeSet<>();
      for (String name : names) {
        OptionalLong id = FileNames.segmentId(name, FileNames.SEGMENT);
        if (id.isPresent()) {
          SegmentHeader header = LogRecovery.readHeader(disk, name, id.getAsLong());
          if (header == null) {
            unusable.add(id.getAsLong());
          } else {
            found.put(id.getAsLong(), header);
          }
        }
      }
      LostSegments lost = new LostSegments(disk, manifest, found, unusable);
      lost.look();
      return lost;
    }
  }

  /** What is damaged; nothing also if no segment is left. */
  LogDamage damage() {
    if (found.isEmpty()) {
      return new LogDamage(List.of(), List.of(), List.of());
    }
    Set<Long> absent = new TreeSet<>(missing);
    absent.removeAll(unusable);
    return new LogDamage(paths(absent), paths(unusable), paths(partial));
  }

  private List<String> paths(Set<Long> ids) {
    return ids.stream().map(id -> disk.describe(FileNames.of(id, FileNames.SEGMENT))).toList();
  }

  private void look() throws IOException {
    if (found.isEmpty()) {
      return;
    }
    LogManifest.Listed listed = manifest.listed();
    if (listed != null && found.lastKey() < listed.newestId()) {
      replaceNewest(listed.newestId(), found.lastEntry().getValue());
    } else {
      endDamaged(found.lastEntry().getValue(), listed);
    }
    SegmentHeader oldest = found.lastEntry().getValue();
    for (SegmentHeader header = oldest; header != null; header = before(header)) {
      oldest = header;
    }
    if (listed != null && oldest.previousId() >= listed.firstId()) {
      missing.add(oldest.previousId());
      firstId = oldest.id();
    }
  }

  /** The segment before another; the one that replaces it if it is missing. */
  private @Nullable SegmentHeader before(SegmentHeader header) throws IOException {
    long id = header.previousId();
    SegmentHeader before = found.get(id);
    if (before != null && LogRecovery.sizeOf(disk, before) < header.previousEnd()) {
      extended.put(id, header.previousEnd());
      partial.add(id);
    }
    if (before != null || found.headMap(id).isEmpty()) {
      return before;
    }
    missing.add(id);
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

  /** Ends the newest segment after its last valid batch, if durable batches are corrupt. */
  private void endDamaged(SegmentHeader newest, LogManifest.@Nullable Listed listed)
      throws IOException {
    long size = LogRecovery.sizeOf(disk, newest);
    boolean cut = listed != null && listed.newestId() == newest.id() && size < listed.newestBytes();
    if (!cut && isSound(newest, size)) {
      return;
    }
    End end = end(newest);
    boolean lostEnd = cut || end.provenEnd > end.position;
    SegmentHeader next =
        new SegmentHeader(
            newest.identity(),
            newest.id() + 1,
            end.offset + (lostEnd ? 1 : 0),
            end.lastMs,
            newest.id(),
            end.position + (lostEnd ? BatchCodec.HEADER_BYTES : 0),
            SegmentHeader.BYTES);
    created.put(next, (long) SegmentHeader.BYTES);
    found.put(next.id(), next);
    partial.add(newest.id());
  }

  private boolean isSound(SegmentHeader newest, long size) throws IOException {
    Segment segment = Segment.sealed(disk, newest, size, size);
    try {
      NextSegment _ = SegmentRecovery.of(segment);
      return true;
    } catch (LogCorruptException corrupt) {
      return false;
    } finally {
      segment.retire();
    }
  }

  private End end(SegmentHeader header) throws IOException {
    try (DiskFile file = disk.open(FileNames.of(header.id(), FileNames.SEGMENT))) {
      SegmentScan scan = new SegmentScan(header, file, file.size());
      End end = new End(scan.next(), scan.nextOffset(), header.sinceMs(), header.provenEnd());
      do {
        while (scan.advance()) {
          end = new End(scan.next(), scan.nextOffset(), scan.header().timeMs(), 0);
        }
      } while (scan.skipCorrupt());
      long provenEnd = Math.max(header.provenEnd(), scan.syncedTo());
      return new End(end.position, end.offset, end.lastMs, provenEnd);
    }
  }

  /** Makes the log one that opens, durably. */
  void giveUp() throws IOException {
    try (Closeable _ = disk.lock()) {
      for (long id : unusable) {
        disk.delete(FileNames.of(id, FileNames.SEGMENT));
      }
      for (Map.Entry<SegmentHeader, Long> one : created.entrySet()) {
        create(one.getKey(), one.getValue());
      }
      for (Map.Entry<Long, Long> one : extended.entrySet()) {
        try (DiskFile file = disk.open(FileNames.of(one.getKey(), FileNames.SEGMENT))) {
          file.write(ByteBuffer.allocate(1), one.getValue() - 1);
          file.sync();
        }
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
}
