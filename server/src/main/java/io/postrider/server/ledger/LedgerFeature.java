package io.postrider.server.ledger;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.LogCorruptException;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.LogSizes;
import io.postrider.log.embedded.RetentionLimits;
import io.postrider.server.NodeContext;
import io.postrider.server.config.LedgerConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger of a node: a log of its own, in the data folder. */
public final class LedgerFeature {

  private static final Logger LOG = LoggerFactory.getLogger(LedgerFeature.class);
  private static final String FOLDER = "ledger";
  private static final long MIB = 1 << 20;
  private static final long MAX_SEGMENT = 128 * MIB;

  /** Retention deletes whole segments, so that there must be several. */
  private static final int MIN_SEGMENTS = 16;

  private final RecordLog log;
  private final LedgerWriter writer;
  private final long memoryBytes;

  private LedgerFeature(RecordLog log, MeterRegistry registry, long memoryBytes) {
    this.log = log;
    this.writer = new LedgerWriter(log, registry);
    this.memoryBytes = memoryBytes;
  }

  /** Opens the ledger of a node. */
  public static LedgerFeature open(NodeContext node) {
    RecordLog log =
        node.closing()
            .add(
                open(
                    node.config().data().dir().resolve(FOLDER),
                    node.config().ledger(),
                    node.time(),
                    node.steadyTime()));
    return new LedgerFeature(log, node.metrics(), node.limits().ledgerBytes());
  }

  /** A ledger in a log, with so much memory for entries that are not written yet. */
  public static LedgerFeature of(RecordLog log, MeterRegistry registry, long memoryBytes) {
    return new LedgerFeature(log, registry, memoryBytes);
  }

  /** Opens the log of the ledger. A damaged one is set aside: delivering does not depend on it. */
  static EmbeddedLog open(
      Path folder, LedgerConfig config, InstantSource time, InstantSource steadyTime) {
    EmbeddedLogOptions options = options(config, time, steadyTime);
    try {
      try {
        return EmbeddedLog.open(FolderDisk.open(folder), options);
      } catch (LogCorruptException damaged) {
        Path aside = folder.resolveSibling(FOLDER + ".damaged-" + time.millis());
        Files.move(folder, aside);
        LOG.error(
            "The ledger is damaged and was set aside as {}; a new one begins. Deliveries go on. {}",
            aside.getFileName(),
            damaged.getMessage());
        return EmbeddedLog.open(FolderDisk.open(folder), options);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EmbeddedLogOptions options(
      LedgerConfig config, InstantSource time, InstantSource steadyTime) {
    long maxBytes = config.retentionSize().bytes();
    LogSizes defaults = LogSizes.DEFAULT;
    LogSizes sizes =
        new LogSizes(
            Math.min(MAX_SEGMENT, maxBytes / MIN_SEGMENTS),
            defaults.firstSegment(),
            defaults.maxAppend(),
            defaults.maxQueued(),
            defaults.fillChunk());
    return EmbeddedLogOptions.DEFAULT
        .withSizes(sizes)
        .withRetention(
            new RetentionLimits(
                config.retention(), config.retention(), Duration.ZERO, maxBytes),
            () -> Long.MAX_VALUE)
        .withTime(time, steadyTime);
  }

  /** The log of the ledger; its records are blocks. */
  public RecordLog log() {
    return log;
  }

  /** Makes entries durable. */
  public LedgerWriter writer() {
    return writer;
  }

  /** A recorder for one of several loops. */
  public LedgerRecorder recorder(int loops) {
    return new LedgerRecorder(log.partitions(), memoryBytes / loops);
  }
}
