package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Fills the next segment's file with zeros ahead of its use, so that a commit neither grows a file
 * nor finds the disk full. Safe to use from any thread: another one fills, chunk by chunk, while
 * the writer takes what there is.
 *
 * <p>The writer never waits for a whole segment: if it is faster than the filling it takes what is
 * filled so far, and at worst fills a small segment itself.
 */
final class SegmentFiller {

  /** A filled and synced file that waits for its header and its name. */
  record Spare(String name, DiskFile file, long sizeBytes) {}

  /** Little at a time, since the commits' own syncs wait behind it. */
  private static final int SYNC_EVERY_BYTES = 2 * 1024 * 1024;

  private final Disk disk;
  private final long segmentBytes;
  private final ByteBuffer zeros;

  private @Nullable DiskFile file;
  private String name = "";
  private long made;
  private long filled;
  private long synced;

  SegmentFiller(Disk disk, long segmentBytes, int chunkBytes) {
    this.disk = disk;
    this.segmentBytes = segmentBytes;
    this.zeros = ByteBuffer.allocateDirect(chunkBytes);
  }

  /** Fills one chunk; false if nothing is left to do. */
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

  /** The part of the next segment that is filled, from 0 to 1. */
  synchronized double progress() {
    return (double) filled / segmentBytes;
  }

  /** What is filled, and at least so many bytes of it. */
  synchronized Spare take(long leastBytes) throws IOException {
    while (filled < leastBytes) {
      fillChunk(Math.max(leastBytes, segmentBytes));
    }
    if (synced < filled) {
      syncFilled();
    }
    if (file == null) {
      throw new IllegalArgumentException("a segment of " + leastBytes + " bytes");
    }
    Spare spare = new Spare(name, file, filled);
    forget();
    return spare;
  }

  /** Lets go of what was filled but not taken. */
  synchronized void close() {
    discard();
  }

  private void fillChunk(long limit) throws IOException {
    try {
      DiskFile open = file;
      if (open == null) {
        name = "spare-" + ++made + FileNames.UNFINISHED;
        open = disk.create(name);
        file = open;
      }
      int length = (int) Math.min(zeros.capacity(), limit - filled);
      open.write(zeros.duplicate().limit(length), filled);
      filled += length;
    } catch (NoSpaceException e) {
      throw e; // what is filled already stays good, and can be a small segment
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
      Quietly.delete(disk, name);
    }
    forget();
  }

  private void forget() {
    file = null;
    filled = 0;
    synced = 0;
  }
}
