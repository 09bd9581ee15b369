package io.postrider.server.follow;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How busy the machine's processors were lately, or those that this process may use. May be asked
 * by any thread as often as it likes: it measures a few times a second.
 */
public final class ProcessorLoad implements DoubleSupplier {

  private static final long INTERVAL_NANOS = Duration.ofMillis(250).toNanos();

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long measuredAt = System.nanoTime() - INTERVAL_NANOS;
  private double load;

  /** From 0 to 1; negative if the system does not tell. */
  @Override
  public synchronized double getAsDouble() {
    long now = System.nanoTime();
    if (now - measuredAt >= INTERVAL_NANOS) {
      load = system.getCpuLoad();
      measuredAt = now;
    }
    return load;
  }
}
