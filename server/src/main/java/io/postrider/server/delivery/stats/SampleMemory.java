package io.postrider.server.delivery.stats;

/**
 * How much memory samples may take: a share for each destination of what all may take together.
 * Safe to use from any thread.
 */
public final class SampleMemory {

  private static final int LEAST_BYTES = 8 * 1024;
  private static final int MOST_BYTES = 512 * 1024;

  private final long totalBytes;
  private volatile int shareBytes = MOST_BYTES;

  public SampleMemory(long totalBytes) {
    this.totalBytes = totalBytes;
  }

  /** From now on so many destinations share. */
  public void divide(int destinations) {
    long share = totalBytes / Math.max(1, destinations);
    shareBytes = Math.clamp(share, LEAST_BYTES, MOST_BYTES);
  }

  /** What one destination may take. */
  int shareBytes() {
    return shareBytes;
  }
}
