package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Makes the segments that are written next. Belongs to the writer.
 *
 * <p>A segment counts from the moment its name is durable. Header, and tail if there is one, are
 * synced before the file gets that name, and the directory after. An attempt that failed on the way
 * is never taken up again: the next one has a higher id and the same predecessor, which supersedes
 * whatever is left of it.
 */
final class SegmentMaker {

  private final Disk disk;
  private final SegmentFiller filler;
  private final Consumer<String> leftOver;
  private final long leastBytes;
  private long lastId;

  /**
   * @param leftOver hears of files that a failed attempt left behind
   * @param leastBytes the smallest segment worth making
   * @param lastId the highest id ever used
   */
  SegmentMaker(
      Disk disk, SegmentFiller filler, Consumer<String> leftOver, long leastBytes, long lastId) {
    this.disk = disk;
    this.filler = filler;
    this.leftOver = leftOver;
    this.leastBytes = leastBytes;
    this.lastId = lastId;
  }

  /** A durable segment with room for so many bytes of batches. */
  Segment make(Continuation from, long roomBytes) throws IOException {
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
    SegmentFiller.Spare spare = filler.take(Math.max(leastBytes, provenEnd + roomBytes));
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
      leftOver.accept(spare.name());
      leftOver.accept(name);
      throw e;
    }
    return Segment.active(disk, header, disk.open(name), index, spare.sizeBytes());
  }

  private static void rewrite(
      Continuation.Tail tail, SegmentHeader header, DiskFile into, SparseIndex index)
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
        if (batch == null) {
          throw new IOException(tail.segment().describe() + " has changed at " + from);
        }
        bytes = ByteBuffer.allocate(batch.sizeBytes());
        old.read(bytes, from);
        if (!codec.bodyIsGood(bytes.flip(), 0, batch)) {
          throw new IOException(tail.segment().describe() + " has changed at " + from);
        }
        codec.putHeader(bytes, 0, batch.movedTo(header.id(), SegmentHeader.BYTES), at);
        into.write(bytes, at);
        index.add(batch.baseOffset(), at, batch.timeMs());
        from += batch.sizeBytes();
        at += batch.sizeBytes();
      }
    } finally {
      tail.segment().release();
    }
  }
}
