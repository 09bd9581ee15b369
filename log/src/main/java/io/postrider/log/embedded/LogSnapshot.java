package io.postrider.log.embedded;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogIdentity;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies a log while another process writes to it. The copy holds every record that was durable
 * when it began, and opens like a log after a crash.
 *
 * <p>The manifest is read first, so that later segments do not matter. Complete segments never
 * change. Of the newest one, only complete batches are copied: a copy that reads a batch while it
 * is written, and later ones afterwards, would have a hole. Every batch of the copy is verified. If
 * retention deletes a segment meanwhile, or a batch is found incomplete, the copy starts over. An
 * open file of a deleted segment may be recycled, but not while the manifest lists the segment.
 */
public final class LogSnapshot {

  private static final int MAX_TRIES = 5;
  private static final int CHUNK_BYTES = 1 << 20;

  private final Disk from;
  private final Disk to;
  private final LogManifest.Listed listed;
  private long bytes;

  /**
   * A copy.
   *
   * @param endOffset the offset after its last record
   * @param bytes of its segments
   */
  public record Copied(LogIdentity identity, long endOffset, int segments, long bytes) {}

  private LogSnapshot(Disk from, Disk to, LogManifest.Listed listed) {
    this.from = from;
    this.to = to;
    this.listed = listed;
  }

  /**
   * Copies a log to an empty folder, durably.
   *
   * @throws LogCorruptException if the log is corrupt, or has no manifest
   */
  public static Copied copy(Disk from, Disk to) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return begin(from, to).copy();
      } catch (NoSuchFileException | FileNotFoundException | LogCorruptException changed) {
        if (attempt == MAX_TRIES) {
          throw changed;
        }
        for (String name : to.list()) {
          to.delete(name);
        }
      }
    }
  }

  private static LogSnapshot begin(Disk from, Disk to) throws IOException {
    LogManifest.Listed listed = LogManifest.read(from, from.list()).listed();
    if (listed == null) {
      throw Corruption.manifest(from.describe(LogManifest.NAME));
    }
    return new LogSnapshot(from, to, listed);
  }

  private Copied copy() throws IOException {
    List<SegmentHeader> chain = chain();
    List<Long> ends = new ArrayList<>();
    for (int i = 0; i < chain.size(); i++) {
      SegmentHeader next = i + 1 < chain.size() ? chain.get(i + 1) : null;
      ends.add(copySegment(chain.get(i), next));
    }
    try (DiskFile manifest = to.create(LogManifest.NAME)) {
      manifest.write(listed.encode(), 0);
      manifest.sync();
    }
    to.syncDirectory();
    long endOffset = chain.getFirst().baseOffset();
    for (int i = 0; i < chain.size(); i++) {
      if (i > 0 && chain.get(i).baseOffset() < endOffset) {
        throw Corruption.header(to.describe(segment(chain.get(i))));
      }
      endOffset = verify(chain.get(i), ends.get(i));
    }
    return new Copied(listed.identity(), endOffset, chain.size(), bytes);
  }

  private static String segment(SegmentHeader header) {
    return FileNames.of(header.id(), FileNames.SEGMENT);
  }

  /** The segments that the manifest lists, oldest first. */
  private List<SegmentHeader> chain() throws IOException {
    List<SegmentHeader> chain = new ArrayList<>();
    long id = listed.newestId();
    while (id >= listed.firstId() && id > 0) {
      SegmentHeader header = header(id);
      chain.addFirst(header);
      id = header.previousId();
    }
    if (chain.isEmpty()) {
      throw Corruption.manifest(from.describe(LogManifest.NAME));
    }
    return chain;
  }

  private SegmentHeader header(long id) throws IOException {
    String name = FileNames.of(id, FileNames.SEGMENT);
    ByteBuffer page = ByteBuffer.allocate(SegmentHeader.BYTES);
    try (DiskFile file = from.open(name)) {
      file.read(page, 0);
    }
    SegmentHeader header = SegmentHeader.decode(page.flip());
    if (header == null || header.id() != id || !header.identity().equals(listed.identity())) {
      throw Corruption.header(from.describe(name));
    }
    return header;
  }

  /** Copies the records of a segment; returns where they end. */
  private long copySegment(SegmentHeader header, @Nullable SegmentHeader next) throws IOException {
    String name = segment(header);
    try (DiskFile source = from.open(name);
        DiskFile target = to.create(name)) {
      long end;
      if (next == null) {
        end = completeBatches(header, source);
      } else {
        end = header.isLost() ? source.size() : next.previousEnd();
      }
      copyBytes(source, target, end, name);
      requireListed(header);
      long created = next == null ? listed.newestBytes() : 0;
      if (created > end) {
        target.write(ByteBuffer.allocate(1), created - 1);
      }
      target.sync();
      bytes += end;
      return end;
    }
  }

  /** Fails if retention took the segment off the list, so that what was read may be newer bytes. */
  private void requireListed(SegmentHeader header) throws IOException {
    LogManifest.Listed now = LogManifest.read(from, List.of(LogManifest.NAME)).listed();
    if (now == null || now.firstId() > header.id()) {
      throw new NoSuchFileException(from.describe(segment(header)));
    }
  }

  private void copyBytes(DiskFile source, DiskFile target, long end, String name)
      throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    for (long at = 0; at < end; ) {
      chunk.clear().limit((int) Math.min(CHUNK_BYTES, end - at));
      int read = source.read(chunk, at);
      if (chunk.hasRemaining()) {
        throw Corruption.shortened(from.describe(name), at + read, end);
      }
      target.write(chunk.flip(), at);
      at += read;
    }
  }

  /**
   * Where the complete batches of the newest segment end. A batch that was read while it was
   * written is read again.
   */
  private long completeBatches(SegmentHeader header, DiskFile file) throws IOException {
    long before = -1;
    while (true) {
      long size = file.size();
      SegmentScan scan = new SegmentScan(header, file, size);
      boolean more = true;
      while (more) {
        more = scan.advance();
      }
      long end = scan.next();
      if (!isProvenBeyond(header, file, end, size)) {
        return end;
      }
      if (end == before) { // complete by now, unless it is corrupt
        throw Corruption.batch(from.describe(segment(header)), end, scan.nextOffset());
      }
      before = end;
    }
  }

  /**
   * Whether a later batch says that the position was synced: then it is not the end. It was read
   * while it was written, or is corrupt.
   */
  private static boolean isProvenBeyond(SegmentHeader header, DiskFile file, long end, long size)
      throws IOException {
    if (header.provenEnd() > end) {
      return true;
    }
    BatchCodec codec = new BatchCodec(header.identity());
    ByteBuffer window = ByteBuffer.allocate(CHUNK_BYTES + BatchCodec.HEADER_BYTES);
    for (long at = end; at + BatchCodec.HEADER_BYTES <= size; at += CHUNK_BYTES) {
      window.clear().limit((int) Math.min(window.capacity(), size - at));
      file.read(window, at);
      window.flip();
      int last = Math.min(CHUNK_BYTES - 8, window.limit() - BatchCodec.HEADER_BYTES);
      for (int i = 0; i <= last; i += 8) {
        BatchHeader found = codec.header(window, i, header.id(), at + i);
        if (found != null && found.syncedTo() > end) {
          return true;
        }
      }
    }
    return false;
  }

  /** Reads what was written, and checks every batch; returns the offset after the last one. */
  private long verify(SegmentHeader header, long end) throws IOException {
    if (header.isLost()) {
      return header.baseOffset();
    }
    try (DiskFile file = to.open(segment(header))) {
      SegmentScan scan = new SegmentScan(header, file, end);
      boolean more = true;
      while (more) {
        more = scan.advance();
      }
      if (scan.next() != end) {
        throw Corruption.batch(to.describe(segment(header)), scan.next(), scan.nextOffset());
      }
      return scan.nextOffset();
    }
  }
}
