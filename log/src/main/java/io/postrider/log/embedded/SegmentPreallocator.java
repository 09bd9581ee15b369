package io.postrider.log.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Preallocates the next segment's file, so that a commit neither grows a file nor finds the disk
 * full. Thread-safe: a background thread fills the file with zeros chunk by chunk; retention may
 * replace it by the file of an expired segment; the writer takes it.
 *
 * <p>The writer never waits for a whole segment: it takes what is filled so far, and at worst fills
 * a small segment itself.
 */
final class SegmentPreallocator {

  /**
   * A synced file without header and final name.
   *
   * @param stale the part that is not zero
   */
  record PreallocatedFile(String name, DiskFile file, long sizeBytes, StaleBytes stale) {}

  private static final Logger LOG = LoggerFactory.getLogger(SegmentPreallocator.class);

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
  private StaleBytes stale = StaleBytes.NONE;
  private final List<String> undeleted = new ArrayList<>();

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
    PreallocatedFile spare = new PreallocatedFile(name, file, filled, stale);
    forget();
    return spare;
  }

  /**
   * Makes the file of an expired segment, which the manifest no longer lists, the next segment's
   * file. No byte of it changes before its new name is durable: after a crash it is either the
   * expired segment, unchanged, or a temporary file.
   *
   * <p>Batches of its past are never taken for new ones, because they state a lower segment ID.
   *
   * @param now by the steady clock
   * @return false if the file still has the segment's name, so that the caller must delete it
   */
  synchronized boolean recycle(Segment expired, Instant now) {
    long sizeBytes = expired.end();
    // a small file saves little, and a larger one is of a time with another segment size
    boolean fits = sizeBytes >= segmentBytes / 2 && sizeBytes <= segmentBytes;
    boolean trimmed = expired.fileBytes() == sizeBytes;
    if (!fits || !trimmed || sizeBytes <= filled || !expired.isAbandoned()) {
      return false;
    }
    String recycled = newName();
    try {
      disk.rename(expired.name(), recycled);
      disk.syncDirectory();
      if (disk.isLinked(recycled)) {
        delete(recycled);
        return false;
      }
      DiskFile open = disk.open(recycled);
      discard();
      file = open;
      name = recycled;
      filled = sizeBytes;
      synced = sizeBytes;
      stale = new StaleBytes(sizeBytes, now);
      return true;
    } catch (IOException e) {
      LOG.debug("Cannot recycle a segment; deleting it", e);
      delete(recycled);
      return false;
    }
  }

  /** Deletes a recycled file that was not taken in time; returns whether there was one. */
  synchronized boolean discardStale(Instant now, Duration within) {
    boolean overdue = stale.isOverdue(0, now, within);
    if (overdue) {
      discard();
    }
    return overdue;
  }

  /** The names of files that could not be deleted, once. */
  synchronized List<String> takeUndeleted() {
    List<String> names = List.copyOf(undeleted);
    undeleted.clear();
    return names;
  }

  /** Deletes the file that was filled but not taken. */
  synchronized void close() {
    discard();
  }

  private String newName() {
    return "spare-" + ++made + FileNames.TEMPORARY;
  }

  private void fillChunk(long limit) throws IOException {
    try {
      DiskFile open = file;
      if (open == null) {
        name = newName();
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
      delete(name);
    }
    forget();
  }

  private void delete(String unused) {
    try {
      disk.delete(unused);
    } catch (IOException e) {
      LOG.debug("Cannot delete a file; retrying later", e);
      undeleted.add(unused);
    }
  }

  private void forget() {
    file = null;
    filled = 0;
    synced = 0;
    stale = StaleBytes.NONE;
  }
}
