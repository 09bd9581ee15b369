package io.postrider.server.config;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many files and connections the system lets the program open at once, and how they are shared
 * out: half for connections of clients, three eighths for those to receivers, and the rest for what
 * must never be without, the log and the databases.
 */
public record OpenFiles(long limit) {

  /** What this program may open. */
  public static OpenFiles ofThisProgram() {
    return new OpenFiles(
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE);
  }

  /** How many connections of clients may be open. */
  public int incoming(int configured) {
    return within(configured, limit / 2);
  }

  /** How many connections to receivers may be open. */
  public int outgoing(int configured) {
    return within(configured, limit / 8 * 3);
  }

  private static int within(int configured, long share) {
    return Math.toIntExact(Math.clamp(share, 1, configured));
  }
}
