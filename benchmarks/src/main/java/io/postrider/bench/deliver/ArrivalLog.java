package io.postrider.bench.deliver;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * What arrived at the receiver: how many requests, when the first and the last, and, while
 * watching, the number and time of each. Used by the receiver's event loop and by whoever asks.
 */
final class ArrivalLog {
  private static final long LONGEST_NANOS = 600_000_000_000L;
  private static final ObjectMapper JSON = new ObjectMapper();

  private boolean watching;
  private long count;
  private long firstNanos;
  private long lastNanos;
  private long[] counters = new long[1024];
  private long[] times = new long[1024];
  private int watched;
  private long wanted;

  synchronized boolean isWatching() {
    return watching;
  }

  synchronized ObjectNode reset(boolean watch) {
    watching = watch;
    count = 0;
    firstNanos = 0;
    lastNanos = 0;
    watched = 0;
    return JSON.createObjectNode();
  }

  synchronized void add(long counter, long nowNanos) {
    if (count == 0) {
      firstNanos = nowNanos;
    }
    count++;
    lastNanos = nowNanos;
    if (counter >= 0) {
      if (watched == times.length) {
        counters = Arrays.copyOf(counters, 2 * watched);
        times = Arrays.copyOf(times, 2 * watched);
      }
      counters[watched] = counter;
      times[watched++] = nowNanos;
    }
    if (count == wanted) {
      notifyAll();
    }
  }

  /** Waits until so many have arrived, or for the given time; says how many have. */
  synchronized ObjectNode await(long expected, long millis) throws InterruptedException {
    wanted = expected;
    long deadline = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (count < wanted && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
    return JSON.createObjectNode()
        .put("count", count)
        .put("first", firstNanos)
        .put("last", lastNanos);
  }

  /** From the intended time of each message's call to its arrival. */
  synchronized ObjectNode latency(long startNanos, double intervalNanos) {
    Histogram latencies = new Histogram(LONGEST_NANOS, 3);
    for (int i = 0; i < watched; i++) {
      long intended = startNanos + (long) (counters[i] * intervalNanos);
      latencies.recordValue(Math.max(0, Math.min(times[i] - intended, LONGEST_NANOS)));
    }
    return JSON.createObjectNode()
        .put("count", watched)
        .put("p50_ms", latencies.getValueAtPercentile(50) / 1e6)
        .put("p99_ms", latencies.getValueAtPercentile(99) / 1e6)
        .put("max_ms", latencies.getMaxValue() / 1e6);
  }
}
