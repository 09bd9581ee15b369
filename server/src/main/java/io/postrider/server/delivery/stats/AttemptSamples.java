package io.postrider.server.delivery.stats;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/**
 * The latest sampled attempts of one destination, delivered and failed. Belongs to the
 * destination's loop.
 *
 * <p>Bounded in number and bytes; the oldest go first. At most one delivered and a few failed
 * attempts are sampled per second.
 */
public final class AttemptSamples {

  private static final int MAX_DELIVERED = 20;
  private static final int MAX_FAILED = 80;
  private static final int FAILED_PER_SECOND = 5;

  private final SampleMemory memory;
  private final Deque<AttemptSample> delivered = new ArrayDeque<>();
  private final Deque<AttemptSample> failed = new ArrayDeque<>();
  private long bytes;
  private long second;
  private int deliveredThisSecond;
  private int failedThisSecond;

  public AttemptSamples(SampleMemory memory) {
    this.memory = memory;
  }

  /** Whether to sample an attempt that ends now; counts it. */
  public boolean wants(boolean isDelivered, long nowMillis) {
    long now = nowMillis / 1_000;
    if (now != second) {
      second = now;
      deliveredThisSecond = 0;
      failedThisSecond = 0;
    }
    return isDelivered ? deliveredThisSecond++ == 0 : failedThisSecond++ < FAILED_PER_SECOND;
  }

  public void add(AttemptSample sample) {
    Deque<AttemptSample> ring = sample.isDelivered() ? delivered : failed;
    ring.addFirst(sample);
    bytes += sample.sizeBytes();
    if (ring.size() > (sample.isDelivered() ? MAX_DELIVERED : MAX_FAILED)) {
      removeLast(ring);
    }
    while (bytes > memory.shareBytes() && delivered.size() + failed.size() > 1) {
      removeLast(delivered.size() > failed.size() / 2 ? delivered : failed);
    }
  }

  private void removeLast(Deque<AttemptSample> ring) {
    bytes -= ring.removeLast().sizeBytes();
  }

  public List<AttemptSample> newestFirst() {
    List<AttemptSample> all = new ArrayList<>(delivered);
    all.addAll(failed);
    all.sort(Comparator.comparing(AttemptSample::at).reversed());
    return all;
  }

  public void removeIf(Predicate<AttemptSample> unwanted) {
    delivered.removeIf(unwanted);
    failed.removeIf(unwanted);
    bytes = 0;
    delivered.forEach(sample -> bytes += sample.sizeBytes());
    failed.forEach(sample -> bytes += sample.sizeBytes());
  }
}
