package io.postrider.server.rejected;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.LogSizes;
import io.postrider.log.embedded.RetentionLimits;
import io.postrider.server.config.LedgerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of the log of rejected calls. A damaged log is set aside and a new one begins: the
 * calls are for people to look at, and nothing else depends on them.
 */
final class RejectedLogFolder {

  private static final Logger LOG = LoggerFactory.getLogger(RejectedLogFolder.class);
  private static final String NAME = "rejected";
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
    this.folder = dataFolder.resolve(NAME);
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
    try {
      return opened();
    } catch (LogCorruptException damaged) {
      setAside(damaged);
      return opened();
    }
  }

  private RecordLog opened() {
    Duration retention = config.retention();
    RetentionLimits limits =
        new RetentionLimits(retention, retention, Duration.ZERO, maxBytes(config));
    try {
      return EmbeddedLog.open(
          FolderDisk.open(folder),
          EmbeddedLogOptions.DEFAULT
              .withSizes(SIZES)
              .withRetention(limits, () -> Long.MAX_VALUE)
              .withTime(time, steadyTime));
    } catch (IOException e) {
      throw new LogUnavailableException("cannot open the rejected calls: " + e.getMessage(), e);
    }
  }

  private void setAside(LogCorruptException damaged) {
    Path aside = folder.resolveSibling(NAME + ".damaged-" + time.instant().toEpochMilli());
    try {
      Files.move(folder, aside);
    } catch (IOException e) {
      throw new LogUnavailableException("cannot set the rejected calls aside", e);
    }
    LOG.atWarn()
        .addKeyValue("reason", damaged.getMessage())
        .addKeyValue("folder", aside)
        .log("The stored rejected calls are damaged and set aside; new ones are stored.");
  }
}
