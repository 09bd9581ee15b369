package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Creates new segments. Used only by the writer thread.
 *
 * <p>A segment is part of the log once its name is durable and the manifest lists it. The header,
 * and the tail if there is one, are synced before the rename, and the directory after it. A failed
 * attempt is never resumed: the next one has a higher ID and the same predecessor, so it supersedes
 * the files of the failed one. While the manifest may list a failed attempt, its file stays.
 */
final class SegmentFactory {

  private final Disk disk;
  private final LogManifest manifest;
  private final SegmentPreallocator preallocator;
  private final Consumer<String> orphaned;
  private final long leastBytes;
  private final List<String> perhapsListed = new ArrayList<>();
  private long lastId;

  /**
   * @param orphaned receives the names of files that a failed attempt leaves behind
   */
  SegmentFactory(
      Disk disk,
      LogManifest manifest,
      SegmentPreallocator preallocator,
      Consumer<String> orphaned,
      long leastBytes,
      long lastId) {
    this.disk = disk;
    this.manifest = manifest;
    this.preallocator = preallocator;
    this.orphaned = orphaned;
    this.leastBytes = leastBytes;
    this.lastId = lastId;
  }

  /** Creates a durable segment with space for a number of bytes of batches. */
  Segment make(NextSegment from, long roomBytes) throws IOException {
    long provenEnd = SegmentHeader.BYTES + from.tailBytes();
    long id = ++lastId;
    SegmentHeader header =
        new SegmentHeader(
            from.identity(),
            id,
            from.baseOffset(),
            from.sinceMs(),
            from.previousId(),
            from.previousEnd(),
            provenEnd);
    SparseIndex index = new SparseIndex();
    SegmentPreallocator.PreallocatedFile spare =
        preallocator.take(Math.max(leastBytes, provenEnd + roomBytes));
    String name = FileNames.of(id, FileNames.SEGMENT);
    try (DiskFile file = spare.file()) {
      if (from.tail() != null) {
        rewrite(from.tail(), header, file, index);
      }
      file.write(header.encode(), 0);
      file.sync();
      disk.rename(spare.name(), name);
      disk.syncDirectory();
    } catch (IOException e) {
      orphaned.accept(spare.name());
      orphaned.accept(name);
      throw e;
    }
    list(header, name, spare.sizeBytes());
    return Segment.active(disk, header, disk.open(name), index, spare.sizeBytes(), spare.stale());
  }

  private void list(SegmentHeader header, String name, long sizeBytes) throws IOException {
    try {
      manifest.add(header, sizeBytes);
    } catch (IOException e) {
      if (manifest.isAddUncertain()) {
        perhapsListed.add(name);
      } else {
        orphaned.accept(name);
      }
      throw e;
    }
    perhapsListed.forEach(orphaned);
    perhapsListed.clear();
  }

  private static void rewrite(
      NextSegment.Tail tail, SegmentHeader header, DiskFile into, SparseIndex index)
      throws IOException {
    BatchCodec codec = new BatchCodec(header.identity());
    DiskFile old = tail.segment().acquire();
    try {
      long from = tail.from();
      long at = SegmentHeader.BYTES;
      while (from < tail.to()) {
        ByteBuffer bytes = ByteBuffer.allocate(BatchCodec.HEADER_BYTES);
        old.read(bytes, from);
        BatchHeader batch = codec.header(bytes.flip(), 0, tail.segment().id(), from);
        if (batch != null) {
          bytes = ByteBuffer.allocate(batch.sizeBytes());
          old.read(bytes, from);
        }
        if (batch == null || !codec.isBodyValid(bytes.flip(), 0, batch)) {
          throw new IOException(
              tail.segment().describe() + " changed during recovery at byte " + from);
        }
        codec.putHeader(bytes, 0, batch.movedTo(header.id(), SegmentHeader.BYTES), at);
        into.write(bytes, at);
        index.add(batch.baseOffset(), at, batch.timeMs());
        from += batch.sizeBytes();
        at += batch.sizeBytes();
      }
    } finally {
      tail.segment().release(old);
    }
  }
}
