package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Preallocates the next segment's file with zeros, so that a commit neither grows a file nor finds
 * the disk full. Thread-safe: a background thread fills the file chunk by chunk; the writer takes
 * it.
 *
 * <p>The writer never waits for a whole segment: it takes what is filled so far, and at worst fills
 * a small segment itself.
 */
final class SegmentPreallocator {

  /** A zero-filled and synced file without header and final name. */
  record PreallocatedFile(String name, DiskFile file, long sizeBytes) {}

  /** Small, because the syncs of commits wait behind it. */
  private static final int SYNC_EVERY_BYTES = 2 * 1024 * 1024;

  private final Disk disk;
  private final long segmentBytes;
  private final ByteBuffer zeros;

  private @Nullable DiskFile file;
  private String name = "";
  private long made;
  private long filled;
  private long synced;

  SegmentPreallocator(Disk disk, long segmentBytes, int chunkBytes) {
    this.disk = disk;
    this.segmentBytes = segmentBytes;
    this.zeros = ByteBuffer.allocateDirect(chunkBytes);
  }

  /** Fills one chunk; false if the file is complete. */
  synchronized boolean step() throws IOException {
    if (synced >= segmentBytes) {
      return false;
    }
    if (filled < segmentBytes) {
      fillChunk(segmentBytes);
    }
    if (filled >= segmentBytes || filled - synced >= SYNC_EVERY_BYTES) {
      syncFilled();
    }
    return synced < segmentBytes;
  }

  /** The filled fraction of the next segment, from 0 to 1. */
  synchronized double progress() {
    return (double) filled / segmentBytes;
  }

  /** Takes the file as far as it is filled, at least a number of bytes. */
  synchronized PreallocatedFile take(long leastBytes) throws IOException {
    while (filled < leastBytes) {
      fillChunk(Math.max(leastBytes, segmentBytes));
    }
    if (synced < filled) {
      syncFilled();
    }
    if (file == null) {
      throw new IllegalArgumentException("a segment of " + leastBytes + " bytes");
    }
    PreallocatedFile spare = new PreallocatedFile(name, file, filled);
    forget();
    return spare;
  }

  /** Deletes the file that was filled but not taken. */
  synchronized void close() {
    discard();
  }

  private void fillChunk(long limit) throws IOException {
    try {
      DiskFile open = file;
      if (open == null) {
        name = "spare-" + ++made + FileNames.TEMPORARY;
        open = disk.create(name);
        file = open;
      }
      int length = (int) Math.min(zeros.capacity(), limit - filled);
      open.write(zeros.duplicate().limit(length), filled);
      filled += length;
    } catch (NoSpaceException e) {
      throw e; // the filled part stays usable as a small segment
    } catch (IOException e) {
      discard();
      throw e;
    }
  }

  private void syncFilled() throws IOException {
    DiskFile open = file;
    if (open == null) {
      return;
    }
    try {
      open.sync();
      synced = filled;
    } catch (IOException e) {
      discard();
      throw e;
    }
  }

  private void discard() {
    if (file != null) {
      Quietly.close(file);
      Quietly.close(() -> disk.delete(name));
    }
    forget();
  }

  private void forget() {
    file = null;
    filled = 0;
    synced = 0;
  }
}
