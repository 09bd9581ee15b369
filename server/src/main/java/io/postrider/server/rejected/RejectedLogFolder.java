package io.postrider.server.rejected;

import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.LogSizes;
import io.postrider.log.embedded.RetentionLimits;
import io.postrider.server.config.LedgerConfig;
import io.postrider.server.folder.SideLog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/** The folder of the log of rejected calls. */
final class RejectedLogFolder {

  private static final int MIB = 1024 * 1024;

  /** The part of {@code ledger.retention-size} that rejected calls may use. */
  static final int SHARE = 64;

  /** The least size, whatever the share is. */
  static final long MIN_BYTES = 32L * MIB;

  private static final LogSizes SIZES = new LogSizes(8L * MIB, MIB, 4 * MIB, 8L * MIB, MIB);

  private final Path folder;
  private final LedgerConfig config;
  private final InstantSource time;
  private final InstantSource steadyTime;

  RejectedLogFolder(
      Path dataFolder, LedgerConfig config, InstantSource time, InstantSource steadyTime) {
    this.folder = dataFolder.resolve("rejected");
    this.config = config;
    this.time = time;
    this.steadyTime = steadyTime;
  }

  /** The most bytes of the log. */
  static long maxBytes(LedgerConfig config) {
    return Math.max(MIN_BYTES, config.retentionSize().bytes() / SHARE);
  }

  /**
   * Opens the log.
   *
   * @throws LogUnavailableException if the disk does not allow it
   */
  RecordLog open() {
    Duration retention = config.retention();
    RetentionLimits limits =
        new RetentionLimits(retention, retention, Duration.ZERO, maxBytes(config));
    return SideLog.open(
        folder,
        "the rejected calls",
        EmbeddedLogOptions.DEFAULT
            .withSizes(SIZES)
            .withRetention(limits, () -> Long.MAX_VALUE)
            .withTime(time, steadyTime));
  }
}
