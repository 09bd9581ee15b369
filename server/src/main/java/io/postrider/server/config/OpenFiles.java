package io.postrider.server.config;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The limit of open file descriptors, and how it is divided. The log, the databases and the program
 * itself get what they need at most, and an eighth of a large limit. Of the rest, connections from
 * clients get four parts in seven and connections to receivers three.
 */
public record OpenFiles(long limit) {

  /** The most files of the log, the databases and the program itself. */
  static final int OWN_FILES = 128;

  /** The least descriptors for connections. */
  private static final int MIN_CONNECTIONS = 64;

  /** The smallest limit with which a node starts. */
  public static final int MIN_LIMIT = OWN_FILES + MIN_CONNECTIONS;

  /** The limit of this process. */
  public static OpenFiles ofThisProcess() {
    return new OpenFiles(
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE);
  }

  /**
   * Fails if a node cannot work with the limit.
   *
   * @throws StartException with the limit that it needs
   */
  void requireEnough() {
    if (limit < MIN_LIMIT) {
      throw new StartException(
          ("The process may open only %d files; it needs at least %d. Raise the limit (ulimit -n,"
                  + " LimitNOFILE); 65536 is a good value.")
              .formatted(limit, MIN_LIMIT));
    }
  }

  /** The most connections from clients. */
  public int incoming(int configured) {
    return within(configured, forConnections() / 7 * 4);
  }

  /** The most connections to receivers. */
  public int outgoing(int configured) {
    return within(configured, forConnections() / 7 * 3);
  }

  private long forConnections() {
    return limit - Math.max(OWN_FILES, limit / 8);
  }

  private static int within(int configured, long share) {
    return Math.toIntExact(Math.clamp(share, 1, configured));
  }
}
