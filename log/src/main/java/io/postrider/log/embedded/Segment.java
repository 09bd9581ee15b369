package io.postrider.log.embedded;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A segment of the log as long as it is part of it. Safe to use from any thread.
 *
 * <p>Its file is opened when it is first needed and closed when the segment is retired and the last
 * of those who {@link #acquire} it has let go. Only the bytes before {@link #end} mean anything;
 * the writer moves that on, after a sync, until the segment is sealed.
 */
final class Segment {

  private final Disk disk;
  private final SegmentHeader header;
  private volatile long end;
  private volatile long fileBytes;
  private volatile boolean sealed;

  private @Nullable DiskFile file;
  private @Nullable SparseIndex index;
  private int users;
  private boolean retired;

  private Segment(Disk disk, SegmentHeader header, long end, long fileBytes, boolean sealed) {
    this.disk = disk;
    this.header = header;
    this.end = end;
    this.fileBytes = fileBytes;
    this.sealed = sealed;
  }

  /** One that was written before this opening. */
  static Segment sealed(Disk disk, SegmentHeader header, long end, long fileBytes) {
    return new Segment(disk, header, end, fileBytes, true);
  }

  /** One that is about to be written. */
  static Segment active(
      Disk disk, SegmentHeader header, DiskFile file, SparseIndex index, long fileBytes) {
    Segment segment = new Segment(disk, header, header.provenEnd(), fileBytes, false);
    segment.file = file;
    segment.index = index;
    return segment;
  }

  SegmentHeader header() {
    return header;
  }

  long id() {
    return header.id();
  }

  long baseOffset() {
    return header.baseOffset();
  }

  String name() {
    return FileNames.of(header.id(), FileNames.SEGMENT);
  }

  /** Where a person finds it. */
  String describe() {
    return disk.describe(name());
  }

  /** The position that follows its last durable batch. */
  long end() {
    return end;
  }

  /** What it takes on disk, filled or not. */
  long fileBytes() {
    return fileBytes;
  }

  boolean isEmpty() {
    return end == SegmentHeader.BYTES;
  }

  boolean isSealed() {
    return sealed;
  }

  /** Called by the writer after a sync, and by recovery. */
  void advanceTo(long newEnd) {
    end = newEnd;
  }

  /** Called by the writer when it will not write here any more. */
  void seal() {
    sealed = true;
  }

  /** Gives back what lies beyond the end. Only for a sealed segment. */
  void trim() throws IOException {
    if (fileBytes > end) {
      DiskFile open = acquire();
      try {
        open.truncate(end);
        fileBytes = end;
      } finally {
        release();
      }
    }
  }

  /** The open file, until {@link #release}; fails if the segment is gone. */
  synchronized DiskFile acquire() throws IOException {
    if (retired) {
      throw new IOException(describe() + " is not part of the log any more");
    }
    if (file == null) {
      file = disk.open(name());
    }
    users++;
    return file;
  }

  synchronized void release() throws IOException {
    users--;
    closeIfUnused();
  }

  /** It is not part of the log any more. */
  synchronized void retire() throws IOException {
    retired = true;
    closeIfUnused();
  }

  synchronized boolean isRetired() {
    return retired;
  }

  private void closeIfUnused() throws IOException {
    if (retired && users == 0 && file != null) {
      DiskFile closing = file;
      file = null;
      closing.close();
    }
  }

  /** The index, from memory, from its file, or built anew by a walk over the segment. */
  SparseIndex index() throws IOException {
    SparseIndex known = knownIndex();
    if (known == null) {
      known = SideFiles.readIndex(disk, this);
      if (known == null) {
        known = buildIndex();
      }
      keepIndex(known);
    }
    return known;
  }

  synchronized @Nullable SparseIndex knownIndex() {
    return index;
  }

  private synchronized void keepIndex(SparseIndex known) {
    index = known;
  }

  /** Stops quietly at a damaged batch: who reads that far will hear of it. */
  private SparseIndex buildIndex() throws IOException {
    SparseIndex built = new SparseIndex();
    DiskFile open = acquire();
    try {
      SegmentScan scan = new SegmentScan(header, open, end);
      while (scan.advance()) {
        built.add(scan.header().baseOffset(), scan.position(), scan.header().timeMs());
      }
    } finally {
      release();
    }
    return built;
  }
}
