package io.postrider.server.config;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The limit of open file descriptors, and how it is divided: half for connections from clients,
 * three eighths for connections to receivers, the rest for the log and the databases.
 */
public record OpenFiles(long limit) {

  /** The limit of this process. */
  public static OpenFiles ofThisProcess() {
    return new OpenFiles(
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE);
  }

  /** The most connections from clients. */
  public int incoming(int configured) {
    return within(configured, limit / 2);
  }

  /** The most connections to receivers. */
  public int outgoing(int configured) {
    return within(configured, limit / 8 * 3);
  }

  private static int within(int configured, long share) {
    return Math.toIntExact(Math.clamp(share, 1, configured));
  }
}
