package io.postrider.log.embedded;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A segment of the log. Thread-safe.
 *
 * <p>The file is opened on first use. It is closed when its last user has called {@link #release}
 * and the segment is retired, or sealed and no longer among the {@link IdleSegments}. Only the
 * bytes before {@link #end} are valid; the writer advances the end after each sync until the
 * segment is sealed.
 */
final class Segment {

  private final Disk disk;
  private final SegmentHeader header;
  private final StaleBytes stale;
  private volatile long end;
  private volatile long fileBytes;
  private volatile boolean sealed;

  private volatile @Nullable IdleSegments idle;
  private @Nullable DiskFile file;
  private @Nullable SparseIndex index;
  private int users;

  /** Files that a copy has replaced, and how many still use them. */
  private final IdentityHashMap<DiskFile, Integer> replaced = new IdentityHashMap<>();

  private boolean retired;

  private Segment(
      Disk disk, SegmentHeader header, StaleBytes stale, long end, long fileBytes, boolean sealed) {
    this.disk = disk;
    this.header = header;
    this.stale = stale;
    this.end = end;
    this.fileBytes = fileBytes;
    this.sealed = sealed;
  }

  /** A segment from before this opening. */
  static Segment sealed(Disk disk, SegmentHeader header, long end, long fileBytes) {
    return new Segment(disk, header, StaleBytes.NONE, end, fileBytes, true);
  }

  /** A new segment for the writer, whose file may have stale bytes behind its end. */
  static Segment active(
      Disk disk,
      SegmentHeader header,
      DiskFile file,
      SparseIndex index,
      long fileBytes,
      StaleBytes stale) {
    Segment segment = new Segment(disk, header, stale, header.provenEnd(), fileBytes, false);
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

  /** The path, for messages. */
  String describe() {
    return disk.describe(name());
  }

  /** The position after the last durable batch. */
  long end() {
    return end;
  }

  /** The size of the file, including preallocated space. */
  long fileBytes() {
    return fileBytes;
  }

  boolean isEmpty() {
    return end == SegmentHeader.BYTES;
  }

  /** Whether {@link #trim} has to remove stale bytes from the file, so that it must be sealed. */
  boolean isStaleOverdue(Instant now, Duration within) {
    return stale.isOverdue(end, now, within);
  }

  boolean isSealed() {
    return sealed;
  }

  /** Called by the writer after a sync, and by recovery. */
  void advanceTo(long newEnd) {
    end = newEnd;
  }

  void seal() {
    sealed = true;
    offerIdle();
  }

  /** Sets where the segment counts as idle while its file is open without a user. */
  void idleIn(IdleSegments segments) {
    idle = segments;
  }

  /** Truncates the file to the end of the data. Only for a sealed segment. */
  void trim() throws IOException {
    if (fileBytes > end) {
      DiskFile open = acquire();
      try {
        open.truncate(end);
        fileBytes = end;
      } finally {
        release(open);
      }
    }
  }

  /** The open file, until {@link #release}; fails if the segment is retired. */
  synchronized DiskFile acquire() throws IOException {
    if (retired) {
      throw new IOException(describe() + " is no longer part of the log");
    }
    if (file == null) {
      file = disk.open(name());
    }
    users++;
    return file;
  }

  /** Gives a file of {@link #acquire} back. */
  void release(DiskFile used) throws IOException {
    if (releaseReplaced(used)) {
      return;
    }
    synchronized (this) {
      users--;
      closeIfUnused();
    }
    offerIdle();
  }

  private boolean releaseReplaced(DiskFile used) throws IOException {
    synchronized (this) {
      Integer left = replaced.get(used);
      if (left == null) {
        return false;
      }
      if (left > 1) {
        replaced.put(used, left - 1);
        return true;
      }
      replaced.remove(used);
    }
    used.close();
    return true;
  }

  /**
   * Renames a complete copy to the segment's name, and reads the copy from now on. The old file
   * closes with its last user. Only for a sealed segment.
   */
  synchronized void replaceBy(String copy) throws IOException {
    disk.rename(copy, name());
    fileBytes = end;
    DiskFile old = file;
    if (old != null && users > 0) {
      replaced.put(old, users);
      file = null;
      users = 0;
    } else {
      closeFile();
    }
  }

  /** Called without the lock, because another segment may be closed. */
  private void offerIdle() {
    IdleSegments others = idle;
    if (others != null && isIdle()) {
      others.add(this);
    }
  }

  private synchronized boolean isIdle() {
    return sealed && users == 0 && file != null;
  }

  /** Closes the file if nobody uses it; the next user opens it again. */
  synchronized void closeIfIdle() throws IOException {
    if (isIdle()) {
      closeFile();
    }
  }

  /** Removes the segment from the log; its file closes when it is no longer in use. */
  synchronized void retire() throws IOException {
    retired = true;
    closeIfUnused();
  }

  synchronized boolean isRetired() {
    return retired;
  }

  /** Whether nobody reads the file and nobody will: the segment is retired and has no user. */
  synchronized boolean isAbandoned() {
    return retired && users == 0;
  }

  private void closeIfUnused() throws IOException {
    if (isAbandoned()) {
      closeFile();
    }
  }

  private synchronized void closeFile() throws IOException {
    DiskFile closing = file;
    file = null;
    if (closing != null) {
      closing.close();
    }
  }

  /** The index: from memory, from its file, or rebuilt by a scan of the segment. */
  SparseIndex index() throws IOException {
    SparseIndex known = knownIndex();
    if (known == null) {
      known = SidecarFiles.readIndex(disk, this);
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

  /** Skips corrupt batches silently; a reader that gets there reports them. */
  private SparseIndex buildIndex() throws IOException {
    SparseIndex built = new SparseIndex();
    DiskFile open = acquire();
    try {
      SegmentScan scan = new SegmentScan(header, open, end);
      while (scan.advance()) {
        built.add(scan.header().baseOffset(), scan.position(), scan.header().timeMs());
      }
      while (scan.skipCorrupt()) {
        if (scan.advance()) {
          built.addAlways(scan.header().baseOffset(), scan.position(), scan.header().timeMs());
        }
        while (scan.advance()) {
          built.add(scan.header().baseOffset(), scan.position(), scan.header().timeMs());
        }
      }
    } finally {
      release(open);
    }
    return built;
  }
}
