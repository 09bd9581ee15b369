package io.postrider.server.delivery.stats;

/**
 * The memory limit of attempt samples, shared equally by all destinations. Safe to use from any
 * thread.
 */
public final class SampleMemory {

  private static final int MIN_BYTES = 8 * 1024;
  private static final int MAX_BYTES = 512 * 1024;

  private final long totalBytes;
  private volatile int shareBytes = MAX_BYTES;

  public SampleMemory(long totalBytes) {
    this.totalBytes = totalBytes;
  }

  public void divide(int destinations) {
    long share = totalBytes / Math.max(1, destinations);
    shareBytes = Math.clamp(share, MIN_BYTES, MAX_BYTES);
  }

  /** The limit of one destination. */
  int shareBytes() {
    return shareBytes;
  }
}
