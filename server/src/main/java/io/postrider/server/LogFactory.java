package io.postrider.server;

import io.postrider.log.embedded.DigestRange;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.LogObserver;
import io.postrider.log.embedded.LogSizes;
import io.postrider.log.embedded.RetentionLimits;
import io.postrider.message.HashKey;
import io.postrider.message.RecordHeader;
import io.postrider.server.config.Config;
import io.postrider.server.config.LogConfig;
import io.postrider.server.config.NodeLimits;
import io.postrider.server.config.PrivateFile;
import io.postrider.server.folder.DataFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** Opens the log of the configured data folder. */
public final class LogFactory {

  /** The log stores the message hash of each record beside its segment. */
  private static final DigestRange MESSAGE_HASH =
      new DigestRange(RecordHeader.MESSAGE_HASH_OFFSET, RecordHeader.MESSAGE_HASH_LENGTH);

  /** Deleted users are promised that their data is gone a day after retention at most. */
  private static final Duration MAX_RECYCLING = Duration.ofHours(12);

  private final Config config;
  private final Path dataFolder;
  private final InstantSource time;
  private final InstantSource steadyTime;

  /** A factory for the log of the configured data folder, which must exist. */
  public LogFactory(Config config, InstantSource time, InstantSource steadyTime) {
    this.config = config;
    this.dataFolder = config.data().dir();
    this.time = time;
    this.steadyTime = steadyTime;
  }

  /** The key of the hashes in this log's records; created if there is none. */
  public HashKey hashKey() {
    return HashKey.of(
        PrivateFile.openKey(
            DataFile.HASH_KEY.in(dataFolder),
            HashKey.LENGTH,
            "repeated messages are not recognized"));
  }

  /** Opens a log of which no record is still needed. */
  public EmbeddedLog open(LogObserver observer) throws IOException {
    return open(observer, () -> Long.MAX_VALUE);
  }

  /** Opens the log. Retention spares records that are still needed, up to its maximum. */
  EmbeddedLog open(LogObserver observer, LongSupplier neededFrom) throws IOException {
    LogConfig log = config.log();
    LogSizes defaults = LogSizes.DEFAULT;
    NodeLimits limits = NodeLimits.of(config);
    LogSizes sizes =
        new LogSizes(
            log.segmentSize().bytes(),
            defaults.firstSegment(),
            defaults.maxAppend(),
            limits.commitBytes(),
            limits.logBytes(),
            defaults.fillChunk());
    return EmbeddedLog.open(
        FolderDisk.open(dataFolder.resolve(DataFile.LOG.fileName())),
        EmbeddedLogOptions.DEFAULT
            .withSizes(sizes)
            .withRetention(retention(log), neededFrom)
            .withRecycling(recycleWithin(log))
            .withDigests(MESSAGE_HASH)
            .withTime(time, steadyTime)
            .withObserver(observer));
  }

  /** How long the log's files contain a record that is no longer needed, at most. */
  Duration maxAge() {
    RetentionLimits limits = retention(config.log());
    return limits.retention().plus(limits.rollAfter()).plus(recycleWithin(config.log()));
  }

  /** How long bytes of an expired segment may stay in a file that is used again. */
  private Duration recycleWithin(LogConfig log) {
    Duration rollAfter = retention(log).rollAfter();
    return rollAfter.compareTo(MAX_RECYCLING) < 0 ? rollAfter : MAX_RECYCLING;
  }

  private RetentionLimits retention(LogConfig log) {
    long maxBytes = log.retentionSize().bytes();
    return new RetentionLimits(
        log.retention(),
        log.retentionMax(),
        config.delivery().retryWindow(),
        maxBytes == 0 ? Long.MAX_VALUE : maxBytes);
  }
}
