package io.postrider.server.background;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The load that the operating system reports, measured at most four times a second. */
public final class SystemCpuLoad implements CpuLoad {

  private static final long INTERVAL_NANOS = Duration.ofMillis(250).toNanos();

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final List<Thread> followers = new ArrayList<>();
  private long measuredAt = System.nanoTime() - INTERVAL_NANOS;
  private long followersNanos;
  private Use use = new Use(0, 0);

  @Override
  public synchronized Use use() {
    long elapsed = System.nanoTime() - measuredAt;
    if (elapsed >= INTERVAL_NANOS) {
      measuredAt += elapsed;
      long before = followersNanos;
      followersNanos = followers.stream().mapToLong(this::nanos).sum();
      double offered = (double) elapsed * system.getAvailableProcessors();
      double all = system.getCpuLoad();
      use = new Use(all, all - Math.max(0, followersNanos - before) / offered);
    }
    return use;
  }

  /** The processor time of a thread; 0 after its end. */
  private long nanos(Thread thread) {
    return Math.max(0, threads.getThreadCpuTime(thread.threadId()));
  }

  @Override
  public synchronized void follows(Thread thread) {
    followers.removeIf(other -> !other.isAlive());
    followers.add(thread);
  }
}
