package io.postrider.server.delivery.stats;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * A histogram of attempt latencies from 64 microseconds to a minute, with four buckets per octave.
 * Belongs to one thread.
 */
public final class LatencyHistogram {

  private static final int FIRST_OCTAVE = 6;
  private static final int STEPS_PER_OCTAVE = 4;
  private static final int STEPS = 20 * STEPS_PER_OCTAVE;

  private final long[] counts = new long[STEPS];
  private long total;

  public void add(long micros) {
    counts[step(micros)]++;
    total++;
  }

  public void add(LatencyHistogram other) {
    for (int step = 0; step < STEPS; step++) {
      counts[step] += other.counts[step];
    }
    total += other.total;
  }

  public long count() {
    return total;
  }

  /** A quantile of the latencies; zero without attempts. */
  public Duration quantile(double share) {
    if (total == 0) {
      return Duration.ZERO;
    }
    long rank = Math.max(1, (long) Math.ceil(share * total));
    int step = 0;
    for (long seen = counts[0]; seen < rank && step < STEPS - 1; seen += counts[step]) {
      step++;
    }
    return Duration.of(upperMicros(step), ChronoUnit.MICROS);
  }

  private static int step(long micros) {
    if (micros < 1L << FIRST_OCTAVE) {
      return 0;
    }
    int octave = 63 - Long.numberOfLeadingZeros(micros);
    int within = (int) (micros >>> (octave - 2)) & (STEPS_PER_OCTAVE - 1);
    return Math.min(STEPS - 1, (octave - FIRST_OCTAVE) * STEPS_PER_OCTAVE + within);
  }

  private static long upperMicros(int step) {
    int octave = step / STEPS_PER_OCTAVE + FIRST_OCTAVE;
    long quarter = 1L << (octave - 2);
    return (STEPS_PER_OCTAVE + step % STEPS_PER_OCTAVE + 1) * quarter;
  }

  /** Encodes the counts that are not zero as pairs of bucket and varint count. */
  public byte[] toBytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int step = 0; step < STEPS; step++) {
      if (counts[step] > 0) {
        out.write(step);
        long left = counts[step];
        for (; left > 0x7F; left >>>= 7) {
          out.write((int) (left & 0x7F) | 0x80);
        }
        out.write((int) left);
      }
    }
    return out.toByteArray();
  }

  /** Decodes what {@link #toBytes} returned. */
  public static LatencyHistogram of(byte[] bytes) {
    LatencyHistogram latencies = new LatencyHistogram();
    for (int at = 0; at < bytes.length; ) {
      int step = Math.min(STEPS - 1, bytes[at++] & 0xFF);
      long count = 0;
      for (int shift = 0; at < bytes.length; shift += 7) {
        byte next = bytes[at++];
        count |= (next & 0x7FL) << shift;
        if (next >= 0) {
          break;
        }
      }
      latencies.counts[step] += count;
      latencies.total += count;
    }
    return latencies;
  }
}
