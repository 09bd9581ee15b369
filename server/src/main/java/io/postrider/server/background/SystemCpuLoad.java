package io.postrider.server.background;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The load that the operating system reports, measured at most four times a second.
 *
 * <p>One instance for the process, and nothing else may ask the JVM for the load: its answer is the
 * load since anyone asked before, which is noise after a few milliseconds.
 */
public final class SystemCpuLoad implements CpuLoad {

  private static final long INTERVAL_NANOS = Duration.ofMillis(250).toNanos();

  /** Loaded with the first question, because the JVM takes long for it. */
  private static final class Beans {
    static final OperatingSystemMXBean SYSTEM =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  }

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
      followersNanos = followers.stream().mapToLong(SystemCpuLoad::nanos).sum();
      double offered = (double) elapsed * Beans.SYSTEM.getAvailableProcessors();
      double all = Beans.SYSTEM.getCpuLoad();
      use = new Use(all, all - Math.max(0, followersNanos - before) / offered);
    }
    return use;
  }

  /** The processor time of a thread; 0 after its end. */
  private static long nanos(Thread thread) {
    return Math.max(0, Beans.THREADS.getThreadCpuTime(thread.threadId()));
  }

  @Override
  public synchronized void follows(Thread thread) {
    followers.removeIf(other -> !other.isAlive());
    followers.add(thread);
  }
}
